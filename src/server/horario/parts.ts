import type { Change } from '#contract/change.ts'
import type { Kind } from '#domain/bitacora.ts'
import type { RelojPart } from '#contract/views/horario.ts'
import { diaActivo, relojOf } from '#domain/ajustes.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import { readZona } from '../evento/store.ts'
import { ALL, NONE, type Keys } from '../live/project.ts'
import * as store from './store.ts'

const CLOCK_KINDS: readonly Kind[] = ['reloj', 'evento']
const LIST_KINDS: readonly Kind[] = ['categoria', 'competidor', 'retiro']

/** The parts of the active day that a change affects. */
export function touchedOfDia(change: Change): Keys {
  if (change.kind === 'dia') return ALL
  return CLOCK_KINDS.includes(change.kind) ? ['reloj'] : touchedOfOrden(change)
}

/** The turn and the categories of a day that a change affects. */
export function touchedOfOrden({ kind, categoriaId }: Change): Keys {
  if (kind === 'turno') return ['turno']
  // The list decides which entries the turn has passed over.
  return LIST_KINDS.includes(kind) && categoriaId !== undefined ? ['turno', `c:${categoriaId}`] : NONE
}

// A flush updates several views of the active day: it reads the settings once.
const readAjustes = inOneRead(store.readAjustes)

/** The clock. `zona` is the default time zone. */
export async function loadReloj(tx: Tx, zona: string): Promise<RelojPart> {
  const ajustes = await readAjustes(tx)
  const zonaHoraria = await readZona(tx, zona)
  return { tipo: 'reloj', dia: diaActivo(ajustes), zonaHoraria, ...relojOf(ajustes) }
}
