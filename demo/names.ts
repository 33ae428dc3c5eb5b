import type { Dia } from '#domain/dia.ts'

export const NOMBRES = listOf(`
  Mariana, Diego, Ximena, Joaquín, Renata, Emiliano, Camila, Andrés, Fernanda, Íñigo, Paola, Thiago, Jimena,
  Óscar, Valentina, Santiago, Úrsula, Nicolás, Yolanda, Iván, Sofía, Raúl, Noelia, Mateo, Lucía, Álvaro,
  Belén, Sebastián, Daniela, Rodrigo, Aitana, Leonel
`)

export const APELLIDOS = listOf(`
  Muñoz, Treviño, Hernández, García, Gutiérrez, Ñíguez, Vázquez, Ibáñez, Quiñones, Báez, Rodríguez,
  Castañeda, Zúñiga, Peña, Acuña, Ordóñez, Núñez, Cárdenas, Domínguez, Martínez, Sepúlveda, Yáñez, Ocampo,
  Villaseñor
`)

export const COMPANIAS = listOf(`
  Cali Pachanguero, Habana Son, Boricua Mambo Project, Caracas Rumbera, Lima Salsera, Barrio Latino Madrid,
  Sakura Salsa Tokio, Guaguancó Studio, Team Cubanísimo, Academia La Clave, Rumba Tapatía,
  Salsa con Estilo MTY, Mambo Kids, Son de la Loma, Ladies Fusión, Compañía Azúcar Negra,
  Estrellas de Querétaro, Ritmo y Sabor, Ballet Folklórico Quetzal, Casa de la Rumba
`)

export const PAISES = listOf(`
  México, Cuba, Colombia, Puerto Rico, España, Perú, Estados Unidos, Japón, Italia, Venezuela
`)

export const JUECES = listOf(`
  Amparo Villalobos, Bruno Santacruz, Celia Montalvo, Darío Echeverría, Eréndira Solórzano, Fermín Arizmendi
`)

export const CATEGORIAS: Readonly<Record<Dia, readonly string[]>> = {
  jueves: listOf(`
  Salsa On1 Amateur, Salsa On2 Amateur, Bachata Amateur, Casino Parejas Novel, Rueda de Casino,
  Showcase Infantil, Cha cha chá Solistas, Ladies Style Amateur, Men Style Amateur
`),
  viernes: listOf(`
  Salsa On1 Profesional, Bachata Profesional, Casino Parejas, Showcase Grupos, Merengue Parejas,
  Kizomba Parejas, Men Style Pro, Pro-Am Salsa, Son Cubano
`),
  sábado: listOf(`
  Salsa On2 Profesional, Bachata Fusión, Casino Élite, Showcase Élite, Cabaret Salsa, Equipos Grandes,
  Salsa Caleña, Ladies Style Pro, Gran Final
`),
}

function listOf(names: string): readonly string[] {
  return names.trim().split(/,\s+/)
}
