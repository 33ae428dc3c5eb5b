import { eventoDefault, type Evento } from '#domain/evento.ts'
import type { Reglas } from '#domain/inscripcion.ts'
import type { Tx } from '../db/database.ts'
import { readAjustes, readCompetenciaGuardada } from '../horario/store.ts'
import { readReglas } from '../inscripciones/store.ts'
import { readGaleria } from '../portada/store.ts'
import { compare } from './records.ts'
import type { Rows } from './rows.ts'

/** The whole event, as one moment has it. */
export async function unloadRows(tx: Tx): Promise<Rows> {
  const imagenes = (await readGaleria(tx)).map(({ id }) => id)
  const byName = imagenes.toSorted(compare)
  const reglas = await readReglas(tx)
  return {
    users: await tx.selectFrom('users').selectAll().execute(),
    admin: await tx.selectFrom('admin').selectAll().execute(),
    categorias: await tx.selectFrom('categorias').selectAll().execute(),
    competidores: await tx.selectFrom('competidores').selectAll().execute(),
    jueces: await tx.selectFrom('jueces').selectAll().execute(),
    calificaciones: await tx.selectFrom('calificaciones').selectAll().execute(),
    ajustes: await readAjustes(tx),
    turnos: await tx.selectFrom('turno').select(['dia', 'selectedRow']).execute(),
    competencia: await readCompetenciaGuardada(tx),
    compartido: (await tx.selectFrom('compartido').select(['nCategoria', 'nCompetidor']).executeTakeFirst()) ?? null,
    textos: await readTextos(tx),
    reglas: isSilent(reglas) ? null : reglas,
    cupos: await tx.selectFrom('cupo').selectAll().execute(),
    // Images that stand by name need no list: they come back so.
    carrusel: imagenes.every((name, index) => name === byName[index]) ? [] : imagenes,
  }
}

/** Rules that allow everything are no rules. */
function isSilent({ desde, hasta, maximo }: Reglas): boolean {
  return desde === null && hasta === null && maximo === 0
}

/** Only the texts that were saved: the others have their default wherever they come in. */
async function readTextos(tx: Tx): Promise<Partial<Evento> | null> {
  const row = await tx.selectFrom('evento').select('textos').executeTakeFirst()
  const saved: unknown = row ? JSON.parse(row.textos) : null
  if (typeof saved !== 'object' || saved === null) return null
  const known = new Set(Object.keys(eventoDefault('')))
  return Object.fromEntries(Object.entries(saved).filter(([name, text]) => known.has(name) && typeof text === 'string'))
}
