import type { Change } from '#contract/change.ts'
import type { Kind } from '#domain/bitacora.ts'
import type { RelojPart } from '#contract/views/horario.ts'
import { diaActivo, relojOf } from '#domain/ajustes.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import { readZona } from '../evento/store.ts'
import { ALL, type Keys } from '../live/project.ts'
import * as store from './store.ts'

const CLOCK_KINDS: readonly Kind[] = ['reloj', 'evento']
/** The kinds of change that alter the programme of a day, or a length in it. */
export const PROGRAMA_KINDS: readonly Kind[] = ['programa', 'categoria', 'competidor', 'reloj']
const LIST_KINDS: readonly Kind[] = ['categoria', 'competidor', 'retiro']

/** The parts of the active day that a change affects. */
export function touchedOfDia(change: Change): Keys {
  if (change.kind === 'dia') return ALL
  const touched = touchedOfOrden(change)
  return CLOCK_KINDS.includes(change.kind) ? ['reloj', ...touched] : touched
}

/** The turn and the categories of a day that a change affects. */
export function touchedOfOrden({ kind, categoriaId }: Change): string[] {
  if (kind === 'turno') return ['turno']
  const ofPrograma = PROGRAMA_KINDS.includes(kind) ? ['programa'] : []
  // The list decides which entries the turn has passed over.
  const isOfLista = LIST_KINDS.includes(kind) && categoriaId !== undefined
  return isOfLista ? ['turno', `c:${categoriaId}`, ...ofPrograma] : ofPrograma
}

// A flush updates several views of the active day: it reads the settings once.
const readAjustes = inOneRead(store.readAjustes)

/** The clock. `zona` is the default time zone. */
export async function loadReloj(tx: Tx, zona: string): Promise<RelojPart> {
  const ajustes = await readAjustes(tx)
  const zonaHoraria = await readZona(tx, zona)
  return { tipo: 'reloj', dia: diaActivo(ajustes), zonaHoraria, ...relojOf(ajustes) }
}
