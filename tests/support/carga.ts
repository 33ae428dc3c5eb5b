import type { Input } from '#contract/define.ts'
import { conocidasOf, createCarga, misInscripciones } from '#contract/inscripciones.ts'
import { desenlacesOf, desenlaceText, type TextosDeFila } from '#domain/carga.ts'
import type { Client } from './app.ts'

export type Filas = Input<typeof createCarga>['filas']

export const fila = (dia: string, categoria: string, nombre: string, compania = ''): TextosDeFila => ({
  dia,
  categoria,
  nombre,
  compania,
})

/** What the page shows for each row, and what it sends when the rows have no fault. */
export async function revisar(
  admin: Client,
  filas: readonly TextosDeFila[],
): Promise<{ told: string[]; filas: Filas }> {
  const mine = await admin.see(misInscripciones)
  const desenlaces = desenlacesOf(filas, mine ? conocidasOf(mine) : [])
  return {
    told: desenlaces.map(desenlaceText),
    filas: filas.map((one, index) => {
      const desenlace = desenlaces[index]
      if (!desenlace || desenlace.que === 'error') return { ...one, que: 'nuevo', categoriaId: null }
      return { ...one, que: desenlace.que, categoriaId: desenlace.destino.id }
    }),
  }
}

export async function cargar(admin: Client, filas: readonly TextosDeFila[]): Promise<number> {
  return (await admin.send(createCarga, { filas: (await revisar(admin, filas)).filas })).competidores
}

/** A list for an empty event: its categories and entries are new. */
export const FILAS_DE_CARGA: Filas = Array.from({ length: 2_000 }, (_, index) => ({
  dia: index % 2 === 0 ? 'jueves' : 'sábado',
  categoria: `Categoría ${index % 20}`,
  nombre: `Competidor ${index}`,
  compania: '',
  que: 'nuevo',
  categoriaId: null,
}))
