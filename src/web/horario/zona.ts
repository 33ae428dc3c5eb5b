/** Cities with a different name in Spanish. Browsers do not agree on these names and few have them in Spanish. */
const CIUDADES: Readonly<Record<string, string>> = {
  Algiers: 'Argel',
  Amsterdam: 'Ámsterdam',
  Asuncion: 'Asunción',
  Athens: 'Atenas',
  Bahia: 'Bahía',
  Bahia_Banderas: 'Bahía de Banderas',
  Belem: 'Belém',
  Belgrade: 'Belgrado',
  Belize: 'Belice',
  Berlin: 'Berlín',
  Bogota: 'Bogotá',
  Brussels: 'Bruselas',
  Bucharest: 'Bucarest',
  Cairo: 'El Cairo',
  Canary: 'Islas Canarias',
  Cancun: 'Cancún',
  Cape_Verde: 'Cabo Verde',
  Cayenne: 'Cayena',
  Ciudad_Juarez: 'Ciudad Juárez',
  Copenhagen: 'Copenhague',
  Cordoba: 'Córdoba',
  Curacao: 'Curazao',
  Dublin: 'Dublín',
  Easter: 'Isla de Pascua',
  Geneva: 'Ginebra',
  Havana: 'La Habana',
  Istanbul: 'Estambul',
  Jerusalem: 'Jerusalén',
  Johannesburg: 'Johannesburgo',
  Lisbon: 'Lisboa',
  London: 'Londres',
  Los_Angeles: 'Los Ángeles',
  Luxembourg: 'Luxemburgo',
  Martinique: 'Martinica',
  Mazatlan: 'Mazatlán',
  Merida: 'Mérida',
  Mexico_City: 'Ciudad de México',
  Moscow: 'Moscú',
  New_York: 'Nueva York',
  Panama: 'Panamá',
  Paris: 'París',
  'Port-au-Prince': 'Puerto Príncipe',
  Port_of_Spain: 'Puerto España',
  Prague: 'Praga',
  Reykjavik: 'Reikiavik',
  Rio_Gallegos: 'Río Gallegos',
  Rome: 'Roma',
  Sao_Paulo: 'São Paulo',
  Seoul: 'Seúl',
  Shanghai: 'Shanghái',
  Singapore: 'Singapur',
  Stockholm: 'Estocolmo',
  Sydney: 'Sídney',
  Tehran: 'Teherán',
  Tokyo: 'Tokio',
  Tucuman: 'Tucumán',
  Vatican: 'Ciudad del Vaticano',
  Vienna: 'Viena',
  Warsaw: 'Varsovia',
  Zurich: 'Zúrich',
}

/** The city of a time zone, in Spanish: `Ciudad de México` for `America/Mexico_City`. Show the zone beside it: cities share names. */
export function nombreDeZona(zona: string): string {
  const city = zona.slice(zona.lastIndexOf('/') + 1)
  return CIUDADES[city] ?? city.replaceAll('_', ' ')
}

/** The zones with their names, sorted by name. */
export function zonasPorNombre(zonas: readonly string[]): { readonly zona: string; readonly nombre: string }[] {
  const { compare } = new Intl.Collator('es')
  return zonas
    .map((zona) => ({ zona, nombre: nombreDeZona(zona) }))
    .toSorted((one, other) => compare(one.nombre, other.nombre))
}
