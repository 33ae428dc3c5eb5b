import type { Change } from '#contract/change.ts'
import { control, type Control } from '#contract/horario.ts'
import { horario, type CategoriaHorarioPart, type RelojPart, type TurnoPart } from '#contract/views/horario.ts'
import { publicadoOf } from '#domain/ajustes.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { sortPlaced } from '#domain/orden.ts'
import { readZona } from '../evento/store.ts'
import { NONE, project, type Projection } from '../live/project.ts'
import { loadDia, touchedOfDia, type LoadedPart } from './parts.ts'
import * as store from './store.ts'

/** The schedule: the same for every audience. `zona` is the default time zone; the event may have its own. */
export function horarioView(zona: string): Projection {
  return project(horario, {
    touched: touchedOfDia,
    load: (tx, _params, keys) => loadDia(tx, keys, zona),
    present: presentHorario,
  })
}

function presentHorario(part: LoadedPart): RelojPart | TurnoPart | CategoriaHorarioPart {
  if (part.tipo !== 'categoria') return part
  const { id, nombre, orden } = part.categoria
  const competidores = sortPlaced(part.competidores).map((entry) => ({
    id: entry.id,
    nombre: nombreOf(entry),
    compania: companiaOf(entry),
    retiro: entry.retiro,
  }))
  return { tipo: 'categoria', id, nombre, orden, competidores }
}

const CONTROL_KINDS: readonly Change['kind'][] = ['publicacion', 'rubrica', 'inscripciones', 'evento']

/** The settings of the administrator. `zona` as above. */
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
