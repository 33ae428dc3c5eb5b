import { turnoAt } from '#domain/turno.ts'
import type { Tx } from '../db/database.ts'
import type { AdminTable, JuecesTable } from '../db/schema.ts'
import { readLista } from '../horario/lista.ts'
import * as horario from '../horario/store.ts'
import { saveReglas } from '../inscripciones/store.ts'
import { freeId, type Rows } from './rows.ts'
import * as store from './store.ts'

/**
 * Puts an event in beside what stays there: an administrator whose e-mail is known stays as they are, and a judge whose
 * name is known gets the marks of that name.
 */
export async function loadRows(tx: Tx, rows: Rows): Promise<void> {
  await store.insertAll(tx, 'users', rows.users)
  await store.insertAll(tx, 'admin', newAdmins(await tx.selectFrom('admin').selectAll().execute(), rows.admin))
  await store.insertAll(tx, 'categorias', rows.categorias)
  await store.insertAll(tx, 'competidores', rows.competidores)
  await store.insertAll(tx, 'cupo', rows.cupos)
  const { comes, idOf } = newJueces(await tx.selectFrom('jueces').selectAll().execute(), rows.jueces)
  await store.insertAll(tx, 'jueces', comes)
  await store.insertAll(
    tx,
    'calificaciones',
    rows.calificaciones.map((row) => ({ ...row, juezId: idOf(row.juezId) })),
  )
  await loadSettings(tx, rows)
  await loadTurnos(tx, rows)
}

function newAdmins(there: readonly AdminTable[], comes: readonly AdminTable[]): AdminTable[] {
  const ids = new Set(there.map(({ id }) => id))
  const known = (admin: AdminTable) =>
    there.some(({ id, emailKey }) => emailKey === admin.emailKey && (emailKey !== null || id === admin.id))
  return comes.filter((admin) => !known(admin)).map((admin) => ({ ...admin, id: freeId(admin.id, ids) }))
}

function newJueces(
  there: readonly JuecesTable[],
  comes: readonly JuecesTable[],
): { comes: JuecesTable[]; idOf: (id: string) => string } {
  const taken = new Set([...there, ...comes].map(({ id }) => id))
  const ids = new Map<string, string>()
  const fresh = comes.filter((juez) => {
    const known = there.filter(({ nombre }) => nombre === juez.nombre)
    const same = known.length === 1 ? known[0] : undefined
    if (same) ids.set(juez.id, same.id)
    return same === undefined
  })
  const placed = fresh.map((juez) => {
    const id = there.some((other) => other.id === juez.id) ? freeId(juez.id, taken) : juez.id
    ids.set(juez.id, id)
    return { ...juez, id }
  })
  return { comes: placed, idOf: (id) => ids.get(id) ?? id }
}

/** Settings that the tree does not bring stay as they are; those that it brings are taken whole. */
async function loadSettings(tx: Tx, { ajustes, competencia, compartido, textos, reglas }: Rows): Promise<void> {
  if (ajustes) {
    await tx.deleteFrom('adminMinutoAMinuto').execute()
    await horario.saveAjustes(tx, ajustes)
  }
  if (competencia) {
    await tx.deleteFrom('adminCompetencia').execute()
    const rubricas = JSON.stringify(competencia.rubricas)
    await tx.insertInto('adminCompetencia').values({ id: 1, rubricas, rubricaSel: competencia.rubricaSel }).execute()
  }
  if (compartido) await horario.saveCompartido(tx, compartido)
  if (reglas) await saveReglas(tx, reglas)
  if (textos) {
    await tx.deleteFrom('evento').execute()
    await tx
      .insertInto('evento')
      .values({ id: 1, textos: JSON.stringify(textos) })
      .execute()
  }
}

/** The entry at the position has the turn; a position past the end is kept as it is, but on a day without entries. */
async function loadTurnos(tx: Tx, { turnos }: Rows): Promise<void> {
  for (const { dia, selectedRow } of turnos) {
    await horario.saveTurno(tx, dia, turnoAt(selectedRow, await readLista(tx, dia)))
  }
}
