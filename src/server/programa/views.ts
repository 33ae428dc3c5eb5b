import { programaDeDia, type ProgramaDeDiaPart } from '#contract/programa.ts'
import type { Kind } from '#domain/bitacora.ts'
import { companiaOf, nombreOf } from '#domain/competidor.ts'
import { numeroFieldOf } from '#domain/numero.ts'
import { readZona } from '../evento/store.ts'
import { PROGRAMA_KINDS } from '../horario/parts.ts'
import { readCategoriasDeDia, readPrograma } from '../horario/programa.ts'
import { loadTurnoOfDia } from '../horario/turno.ts'
import { includesKey, isOfDia, keysTouched, NONE, project, type Kinds, type Projection } from '../live/project.ts'

const DIA_KINDS: readonly Kind[] = [...PROGRAMA_KINDS, 'retiro', 'orden', 'evento']
const KINDS: Kinds = { turno: ['turno', ...DIA_KINDS], programa: DIA_KINDS }

/** The programme of a day for the organiser. `zona` is the default time zone. */
export function programaDeDiaView(zona: string): Projection {
  return project(programaDeDia, {
    touched: (change, { dia }) => (isOfDia(change, dia) ? keysTouched(KINDS, change) : NONE),
    load: async (tx, { dia }, keys) => {
      const parts = new Map<string, ProgramaDeDiaPart>()
      if (includesKey(keys, 'turno')) parts.set('turno', await loadTurnoOfDia(tx, dia))
      if (!includesKey(keys, 'programa')) return parts
      const programa = await readPrograma(tx, dia)
      const categorias = await readCategoriasDeDia(tx, dia, programa.ajustes)
      const entries = await tx
        .selectFrom('competidores as e')
        .innerJoin('categorias as c', 'c.id', 'e.categoriaId')
        .select(['e.id', 'e.nombre', 'e.compania', 'e.numero', 'e.nota'])
        .where('c.dia', '=', dia)
        .execute()
      const byId = new Map(entries.map((one) => [one.id, one]))
      const textosOf = (id: string) => {
        const entry = byId.get(id)
        const { nombre, compania, nota } = entry ?? { nombre: null, compania: null, nota: null }
        return {
          nombre: nombreOf({ nombre }),
          compania: companiaOf({ compania }),
          ...numeroFieldOf(entry),
          nota: nota ?? '',
        }
      }
      return parts.set('programa', {
        tipo: 'programa',
        dia,
        zonaHoraria: await readZona(tx, zona),
        ...programa,
        categorias: categorias.map(({ entradas, ...categoria }) => ({
          ...categoria,
          entradas: entradas.map((entrada) => ({ ...entrada, ...textosOf(entrada.id) })),
        })),
      })
    },
    present: (part) => part,
  })
}
