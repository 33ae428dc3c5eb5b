import type { Change } from '#contract/change.ts'
import { control, type Control } from '#contract/horario.ts'
import { horario, type CategoriaHorarioPart, type RelojPart, type TurnoPart } from '#contract/views/horario.ts'
import { publicadoOf } from '#domain/ajustes.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { readZona } from '../evento/store.ts'
import { NONE, project, type Projection } from '../live/project.ts'
import { inOrder, loadDia, touchedOfDia, type DiaRow } from './parts.ts'
import * as store from './store.ts'

/** The schedule: the same for everybody. `zona` is the one of the settings, until one is saved with the event. */
export function horarioView(zona: string): Projection {
  return project(horario, {
    touched: touchedOfDia,
    load: (tx, _params, keys) => loadDia(tx, keys, zona),
    present: presentHorario,
  })
}

function presentHorario(row: DiaRow): RelojPart | TurnoPart | CategoriaHorarioPart {
  if (row.tipo !== 'categoria') return row
  const { id, nombre, orden } = row.categoria
  const competidores = inOrder(row).map((entry) => ({
    id: entry.id,
    nombre: nombreOf(entry),
    compania: companiaOf(entry),
  }))
  return { tipo: 'categoria', id, nombre, orden, competidores }
}

const CONTROL_KINDS: readonly Change['kind'][] = ['publicacion', 'rubrica', 'inscripciones', 'evento']

/** The settings. `zona` as above. */
export function controlView(zona: string): Projection {
  return project(control, {
    touched: (change) => (CONTROL_KINDS.includes(change.kind) ? ['control'] : NONE),
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
