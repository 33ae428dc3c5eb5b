import { control, type Control } from '#contract/horario.ts'
import {
  horario,
  horarioDeDia,
  type CategoriaHorarioPart,
  type ProgramaPublicoPart,
  type RelojPart,
  type TurnoPart,
} from '#contract/views/horario.ts'
import { publicadoOf } from '#domain/ajustes.ts'
import type { Dia } from '#domain/dia.ts'
import { fichaOf } from '#domain/numero.ts'
import type { Tx } from '../db/database.ts'
import { readZona } from '../evento/store.ts'
import { keysTouched, NONE, project, type Projection, includesKey, idsOf, isOfDia, type Keys } from '../live/project.ts'
import { loadPrograma } from './programa.ts'
import { readOrdenDeDia } from './orden.ts'
import { DIA_KINDS, loadReloj, ORDEN_KINDS } from './parts.ts'
import { loadTurno, readCurrent } from './turno.ts'
import * as store from './store.ts'

/** The schedule: the same for every audience. `zona` is the default time zone; the event may have its own. */
export function horarioView(zona: string): Projection {
  return project(horario, {
    touched: DIA_KINDS,
    load: async (tx, _params, keys) => {
      const { dia } = await readCurrent(tx)
      const parts = new Map<string, DiaPart | RelojPart>(await loadDia(tx, dia, keys))
      if (includesKey(keys, 'reloj')) parts.set('reloj', await loadReloj(tx, zona))
      if (includesKey(keys, 'turno')) parts.set('turno', await loadTurno(tx, dia))
      return parts
    },
    present: (part) => part,
  })
}

/** The running order of any day: the same for every audience. */
export const horarioDeDiaView: Projection = project(horarioDeDia, {
  touched: (change, { dia }) => (isOfDia(change, dia) ? keysTouched(ORDEN_KINDS, change) : NONE),
  load: async (tx, { dia }, keys) => {
    const parts = await loadDia(tx, dia, keys)
    if (includesKey(keys, 'turno')) parts.set('turno', await loadTurno(tx, dia))
    return parts
  },
  present: (part) => part,
})

type DiaPart = TurnoPart | ProgramaPublicoPart | CategoriaHorarioPart

/** The parts of a day without its turn. */
async function loadDia(tx: Tx, dia: Dia, keys: Keys): Promise<Map<string, DiaPart>> {
  const parts = new Map<string, DiaPart>()
  const programa = includesKey(keys, 'programa') && (await loadPrograma(tx, dia))
  if (programa) parts.set('programa', programa)
  for (const { entradas, ...categoria } of await readOrdenDeDia(tx, dia, idsOf(keys, 'c:'))) {
    const competidores = entradas.map((entry) => ({ ...fichaOf(entry), retiro: entry.retiro }))
    parts.set(`c:${categoria.id}`, { tipo: 'categoria', ...categoria, competidores })
  }
  return parts
}

/** The settings of the administrator. `zona` as above. */
export function controlView(zona: string): Projection {
  return project(control, {
    touched: { control: ['publicacion', 'rubrica', 'inscripciones', 'evento'] },
    load: async (tx) => {
      const part: Control = {
        tipo: 'control',
        publicado: publicadoOf(await store.readAjustes(tx)),
        ...(await store.readCompetencia(tx)),
        inscripciones: await store.readReglas(tx),
        zonaHoraria: await readZona(tx, zona),
      }
      return new Map([['control', part]])
    },
    present: (part) => part,
  })
}
