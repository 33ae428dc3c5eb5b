import { programaDeDia, type EntradaDePrograma, type ProgramaDeDiaPart } from '#contract/programa.ts'
import type { Kind } from '#domain/bitacora.ts'
import { fichaOf } from '#domain/numero.ts'
import { readZona } from '../evento/store.ts'
import { PROGRAMA_KINDS } from '../horario/parts.ts'
import { readCategoriasDeDia, readInicios, readPrograma, type CategoriaConLargos } from '../horario/programa.ts'
import { loadTurno } from '../horario/turno.ts'
import { isOfDia, keysTouched, NONE, project, type Kinds, type Loaders, type Projection } from '../live/project.ts'

const DIA_KINDS: readonly Kind[] = [...PROGRAMA_KINDS, 'retiro', 'orden', 'evento']
const KINDS: Kinds = { turno: ['turno', ...DIA_KINDS], programa: DIA_KINDS }

/** The programme of a day for the organiser. `zona` is the default time zone. */
export function programaDeDiaView(zona: string): Projection {
  return project(programaDeDia, {
    touched: (change, { dia }) => {
      if (isOfDia(change, dia)) return keysTouched(KINDS, change)
      return change.kind === 'programa' ? ['programa'] : NONE
    },
    load: (tx, { dia }): Loaders<ProgramaDeDiaPart> => ({
      turno: () => loadTurno(tx, dia),
      programa: async () => {
        const programa = await readPrograma(tx, dia)
        const categorias = await readCategoriasDeDia(tx, dia, programa.ajustes)
        return {
          tipo: 'programa',
          dia,
          zonaHoraria: await readZona(tx, zona),
          ...programa,
          inicios: await readInicios(tx),
          categorias: categorias.map(({ id, nombre, entradas }) => ({ id, nombre, entradas: entradas.map(entradaOf) })),
        }
      },
    }),
    present: (part) => part,
  })
}

function entradaOf(entry: CategoriaConLargos['entradas'][number]): EntradaDePrograma {
  return { ...fichaOf(entry), nota: entry.nota ?? '', retirada: entry.retirada, largo: entry.largo }
}
