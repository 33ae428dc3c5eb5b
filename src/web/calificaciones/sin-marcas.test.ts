import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultadoOf } from '#domain/clasificacion.ts'
import { criteriosOfTipo } from '#domain/criterios.ts'
import { TOTAL_PRINCIPAL } from '#domain/elementos.ts'
import { METODOS, type Regla } from '#domain/metodo.ts'
import { panelDeCategoria } from '#domain/panel.ts'
import { empatadosOf, lugaresEmpatados } from '#domain/empate.ts'
import { penalizadosOf } from '#domain/penalizacion.ts'
import { type CompetidorCalificado, type Resultado } from '#domain/resultados.ts'
import { cutOf } from '#domain/ronda.ts'
import { impresoOf } from './impreso.ts'

const CRITERIOS = criteriosOfTipo('general')
const JUECES = ['j0', 'j1', 'j2', 'j3', 'j4', 'j5']
const ids = fc.subarray(JUECES)

/** Few totals, so that many entries are equal. */
const total = fc.constantFrom('7', '8', '8.5', 'N/P')

const competidores: fc.Arbitrary<CompetidorCalificado[]> = fc
  .array(
    fc.record({
      orden: fc.option(fc.nat({ max: 20 }), { freq: 6 }),
      marcas: fc.dictionary(fc.constantFrom(...JUECES), fc.record({ l_calificacion: total, b_Tiempo: total }), {
        maxKeys: 6,
      }),
      puntos: fc.constantFrom(0, 0, 50),
      isRetirado: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 9 },
  )
  .map((all) =>
    all.map(({ orden, marcas, puntos, isRetirado }, index) => ({
      id: `e${index}`,
      nombre: `Pareja ${index}`,
      compania: null,
      orden,
      marcas: Object.entries(marcas).map(([juezId, { l_calificacion, b_Tiempo }]) => ({
        juezId,
        juez: `Juez ${juezId}`,
        l_calificacion,
        criterios: { b_Tiempo },
      })),
      penalizaciones: puntos > 0 ? [{ id: `p${index}`, puntos, motivo: 'Tarde', autor: 'Paz', fecha: '' }] : [],
      retiro: isRetirado ? { estado: 'descalificado' as const, motivo: null } : null,
    })),
  )

const regla: fc.Arbitrary<Regla> = fc.record({
  metodo: fc.constantFrom(...METODOS),
  desempate: fc.constantFrom<readonly string[]>([], ['Tiempo'], [TOTAL_PRINCIPAL, 'Tiempo']),
  principales: ids,
  empates: fc
    .array(fc.shuffledSubarray(['e0', 'e1', 'e2', 'e3']), { maxLength: 3 })
    .map((all) => all.map((orden) => ({ ids: orden, autor: 'Paz' }))),
  panel: ids,
  excluidos: fc.oneof(fc.constant([]), ids),
})

const idsOf = (puestos: Resultado['puestos']): string[] => puestos.map(({ id }) => id)
const placesOf = ({ puestos }: Resultado) =>
  puestos.flatMap(({ id, lugar, puntos, empate, razones }) =>
    lugar === null ? [] : [{ id, lugar, puntos, empate, razones }],
  )

test('in every method the places are those of the entries that have marks: screen, panel, rounds and PDF', () => {
  fc.assert(
    fc.property(competidores, regla, (all, rule) => {
      const cuentan = (entry: CompetidorCalificado): boolean =>
        entry.marcas.some(({ juezId }) => !rule.excluidos.includes(juezId))
      const compiten = all.filter(({ orden, retiro }) => orden !== null && retiro === null)
      const resultado = resultadoOf(all, CRITERIOS, rule)
      const { puestos } = resultado
      const ranked = puestos.filter(({ lugar }) => lugar !== null)
      const rest = puestos.filter(({ lugar }) => lugar === null)

      expect(idsOf(puestos).toSorted()).toEqual(compiten.map(({ id }) => id).toSorted())
      expect(idsOf(ranked).toSorted()).toEqual(
        compiten
          .filter(cuentan)
          .map(({ id }) => id)
          .toSorted(),
      )
      expect(puestos.slice(0, ranked.length)).toEqual(ranked)
      expect(ranked.map(({ lugar }) => lugar)).toEqual(ranked.map((_, index) => index + 1))
      const bare = { puntos: null, empate: false, razones: [] }
      expect(rest).toEqual(rest.map((one) => ({ ...one, ...bare, calificaron: { ...one.calificaron, marcaron: 0 } })))

      // Without them nothing of the others changes.
      expect(placesOf(resultadoOf(all.filter(cuentan), CRITERIOS, rule))).toEqual(placesOf(resultado))

      expect(cutOf(resultado, Infinity).toSorted()).toEqual(idsOf(ranked).toSorted())
      expect(resultado.empates.flatMap((empate) => empate.ids).filter((id) => idsOf(rest).includes(id))).toEqual([])
      const enPanel = panelDeCategoria(all, resultado).flatMap(({ lugares }) =>
        lugares.map(({ competidor }) => competidor),
      )
      expect(enPanel.filter((nombre) => rest.some((one) => one.nombre === nombre))).toEqual([])

      const [seccion] = impresoOf(
        'jueves',
        [
          {
            tipo: 'categoria',
            id: 'c',
            nombre: 'Salsa',
            orden: 1,
            calificada: ranked.length > 0,
            puestos: puestos.map((one) => ({ ...one, ruta: '', ...(one.lugar === null && { sinCalificar: true }) })),
            empates: lugaresEmpatados(puestos, empatadosOf(resultado)),
            retirados: [],
            penalizados: penalizadosOf(all),
            estado: 'provisional',
            metodo: rule.metodo,
            sinContar: resultado.sinContar.map(({ nombre }) => nombre),
          },
        ],
        { evento: '', zona: 'UTC', ahora: 0 },
      ).secciones
      expect(seccion?.filas.slice(ranked.length)).toEqual(
        rest.map(({ nombre }) => ['–', nombre, 'Sin compañía', 'Sin calificar']),
      )
      expect(seccion?.filas.slice(0, ranked.length).map(([lugar, nombre]) => [lugar, nombre])).toEqual(
        ranked.map(({ lugar, nombre }) => [String(lugar), nombre]),
      )
    }),
    { numRuns: 2_000 },
  )
})
