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
import { isOfDia, keysTouched, NONE, project, type Loaders, type Projection } from '../live/project.ts'
import { loadPrograma } from './programa.ts'
import { readOrdenDeDia } from './orden.ts'
import { DIA_KINDS, loadReloj, ORDEN_KINDS } from './parts.ts'
import { loadTurno, readCurrent } from './turno.ts'
import * as store from './store.ts'

/** The schedule: the same for every audience. `zona` is the default time zone; the event may have its own. */
export function horarioView(zona: string): Projection {
  return project(horario, {
    touched: DIA_KINDS,
    load: async (tx): Promise<Loaders<DiaPart | RelojPart>> => {
      const { dia } = await readCurrent(tx)
      return { ...partsOfDia(tx, dia), reloj: () => loadReloj(tx, zona) }
    },
    present: (part) => part,
  })
}

/** The running order of any day: the same for every audience. */
export const horarioDeDiaView: Projection = project(horarioDeDia, {
  touched: (change, { dia }) => (isOfDia(change, dia) ? keysTouched(ORDEN_KINDS, change) : NONE),
  load: (tx, { dia }) => partsOfDia(tx, dia),
  present: (part) => part,
})

type DiaPart = TurnoPart | ProgramaPublicoPart | CategoriaHorarioPart

function partsOfDia(tx: Tx, dia: Dia): Loaders<DiaPart> {
  return {
    turno: () => loadTurno(tx, dia),
    programa: () => loadPrograma(tx, dia),
    'c:': async (ids) => {
      const categorias = (await readOrdenDeDia(tx, dia, ids)).map(
        ({ entradas, ...categoria }): CategoriaHorarioPart => {
          const competidores = entradas.map((entry) => ({ ...fichaOf(entry), retiro: entry.retiro }))
          return { tipo: 'categoria', ...categoria, competidores }
        },
      )
      return new Map(categorias.map((one) => [one.id, one]))
    },
  }
}

/** The settings of the administrator. `zona` as above. */
export function controlView(zona: string): Projection {
  return project(control, {
    touched: { control: ['publicacion', 'rubrica', 'inscripciones', 'evento'] },
    load: (tx): Loaders<Control> => ({
      control: async () => ({
        tipo: 'control',
        publicado: publicadoOf(await store.readAjustes(tx)),
        ...(await store.readCompetencia(tx)),
        inscripciones: await store.readReglas(tx),
        zonaHoraria: await readZona(tx, zona),
      }),
    }),
    present: (part) => part,
  })
}
