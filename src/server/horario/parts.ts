import type { Kind } from '#domain/bitacora.ts'
import type { RelojPart } from '#contract/views/horario.ts'
import { diaActivo, relojOf } from '#domain/ajustes.ts'
import { type Tx, inOneRead } from '../db/database.ts'
import { readZona } from '../evento/store.ts'
import type { Kinds } from '../live/project.ts'
import * as store from './store.ts'

/** The kinds of change that alter the programme of a day, or a length in it. */
export const PROGRAMA_KINDS: readonly Kind[] = ['programa', 'categoria', 'competidor', 'reloj']
/** The kinds of change that alter the list of a day. */
export const LIST_KINDS: readonly Kind[] = ['categoria', 'competidor', 'retiro']

/** What alters the parts of a day. The list decides which entries the turn has passed over. */
export const ORDEN_KINDS = {
  turno: ['turno', ...LIST_KINDS],
  'c:': LIST_KINDS,
  programa: PROGRAMA_KINDS,
} as const satisfies Kinds

/** What alters the parts of the active day. */
export const DIA_KINDS = { ...ORDEN_KINDS, todas: ['dia'], reloj: ['reloj', 'evento'] } as const satisfies Kinds

// A flush updates several views of the active day: it reads the settings once.
const readAjustes = inOneRead(store.readAjustes)

/** The clock. `zona` is the default time zone. */
export async function loadReloj(tx: Tx, zona: string): Promise<RelojPart> {
  const ajustes = await readAjustes(tx)
  const zonaHoraria = await readZona(tx, zona)
  return { tipo: 'reloj', dia: diaActivo(ajustes), zonaHoraria, ...relojOf(ajustes) }
}
