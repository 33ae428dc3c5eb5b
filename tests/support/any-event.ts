import fc from 'fast-check'
import { slugOf } from '#domain/categoria.ts'
import { criteriosOfTipo, tipoOf, TIPOS_CRITERIOS } from '#domain/criterios.ts'
import { TOTAL_PRINCIPAL } from '#domain/elementos.ts'
import { DIAS } from '#domain/dia.ts'
import { adelantarDe } from '#domain/plan.ts'
import type { CategoriasTable } from '../../src/server/db/schema.ts'
import { programaRow } from '../../src/server/horario/programa.ts'
import { juezIdOf } from '../../src/server/interchange/jurado.ts'
import { isReserved } from '../../src/server/interchange/records.ts'
import type { Rows } from '../../src/server/interchange/rows.ts'

const IDS = ['a', 'b', 'a~2', 'a~3', '7', '10', '__proto_', 'toString', 'Ana']
/** Few names, so that entries share them: ids of others, names with one slug or without any, accents, reserved words. */
const nombre = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Ana', 'ANA', ' Ana ', 'a', 'b', 'a~2', '7', 'Show-case', 'Showcase', '日本'),
  },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '“Ñandú” 💃') },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }).filter((text) => !text.includes('\0')),
)
const id = fc.constantFrom(...IDS)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })
const orden = orNull(fc.nat({ max: 5 }))
const dia = fc.constantFrom(...DIAS)
const listOf = <T>(row: fc.Arbitrary<T>, keyOf: (row: T) => unknown, maxLength: number) =>
  fc.uniqueArray(row, { selector: keyOf, maxLength })

const categorias = listOf(
  fc.record({
    id,
    nombre: orNull(nombre),
    dia: orNull(dia),
    orden,
    fechaCreacion: orNull(fc.constant('2025-03-01T15:00:00.000Z')),
    criterios: orNull(fc.constantFrom('showcase', 'casino', 'general')),
    metodo: orNull(fc.constantFrom('recortada', 'mayoria')),
    origen: fc.constant(null),
  }),
  (row) => row.id,
  5,
).map((rows) => rows.filter((row, index) => isDistinct(row, rows.slice(0, index))))

/** Whether entries can refer to the category: its day has no other of that name, and it has a name or a day. */
function isDistinct(row: CategoriasTable, others: readonly CategoriasTable[]): boolean {
  const nameOf = ({ nombre, dia }: CategoriasTable) =>
    `${dia} ${nombre?.trim().normalize('NFC').toLocaleLowerCase('es') ?? '-'}`
  if (row.nombre === null && row.dia === null) return false
  return !isReserved(slugOf(row.nombre ?? '')) && !others.some((other) => nameOf(other) === nameOf(row))
}

const jueces = listOf(
  fc
    .record({
      nombre,
      own: orNull(fc.constantFrom('j', 'Ana', 'a', 'b')),
      activo: fc.constantFrom(0 as const, 1 as const),
    })
    .map(({ nombre, own, activo }) => ({
      id: own ?? juezIdOf(nombre),
      nombre,
      activo,
      principal: activo,
      dias: own === 'j' ? '["jueves"]' : null,
      categorias: own === 'a' ? '["a","b"]' : null,
      enlace: null,
    })),
  (row) => row.id,
  5,
)

const AT = '2025-04-11T16:00:00.000Z'
const puntos = fc.constantFrom(1, 50, 2_35)
const motivo = fc.constantFrom('Tarde', '__proto__', '“Ñ”')
const tardia = fc.record({
  clave: fc.constantFrom('clave-1', 'clave-2'),
  criterios: fc.constantFrom('{}', '{"b_Tiempo":"8.5"}'),
  l_calificacion: fc.constantFrom('8.50', '0.00'),
  causa: fc.constantFrom('cerrada' as const, 'eliminado' as const),
  recibida: fc.constantFrom(AT, '2025-04-11T17:00:00.000Z'),
  estado: fc.constantFrom('pendiente' as const, 'descartada' as const),
  motivo: orNull(motivo),
})

/** The marks of an annulled attempt are written by criterion: sorted, as here. */
const anulada = fc.constantFrom('{"b_Tiempo":"8.5"}', '{}')

const marca = fc.record({
  l_calificacion: orNull(fc.constantFrom('51.05', 'N/P', '')),
  criterios: fc.dictionary(fc.constantFrom('b_Tiempo', 'g_efecto'), fc.constantFrom('1', 'x', ''), {
    maxKeys: 2,
  }),
  reabierta: orNull(motivo),
  tardia: orNull(tardia),
  anulada: orNull(anulada),
})

const settings = fc.record({
  ajustes: orNull(
    fc.record({
      dia: orNull(dia),
      hora: orNull(fc.constant('2025-04-11T16:00:00-06:00')),
      activarReloj: orNull(fc.boolean()),
      minutosPorCompetidor: orNull(fc.integer({ min: 1, max: 9 })),
      mostrarCalificaciones: orNull(fc.boolean()),
      mostrarJueves: orNull(fc.boolean()),
      mostrarViernes: orNull(fc.boolean()),
      mostrarSabado: orNull(fc.boolean()),
    }),
  ),
  programas: listOf(
    fc.record({
      dia,
      inicio: orNull(fc.constant(Date.parse(AT))),
      montaje: fc.nat({ max: 90 }),
      pausas: listOf(
        fc.record({
          titulo: fc.constantFrom('Comida', '“Ñ”'),
          minutos: fc.integer({ min: 1, max: 60 }),
          isLast: fc.boolean(),
        }),
        ({ titulo }) => titulo,
        2,
      ),
      isPublicado: fc.boolean(),
      adelanta: fc.boolean(),
    }),
    (row) => row.dia,
    3,
  ),
  turnos: listOf(
    fc.record({ dia, selectedRow: fc.nat({ max: 30 }), regreso: fc.option(fc.nat({ max: 30 })) }),
    (row) => row.dia,
    3,
  ),
  competencia: orNull(fc.record({ rubricas: fc.array(nombre, { maxLength: 2 }), rubricaSel: orNull(nombre) })),
  compartido: orNull(fc.record({ nCategoria: orNull(nombre), nCompetidor: orNull(nombre) })),
  textos: orNull(
    fc.record(
      { nombre: fc.constant('Salsa'), edicion: fc.constantFrom('', 'Décima'), fecha: fc.constant('2026-12-03') },
      { requiredKeys: ['nombre'] },
    ),
  ),
  carrusel: fc.constantFrom([], ['b.jpg', 'a.jpg']),
  escalas: listOf(
    fc.record({
      tipo: fc.constantFrom(...TIPOS_CRITERIOS),
      maximo: fc.constantFrom(10_00, 5_00),
      paso: fc.constantFrom(10, 25),
    }),
    ({ tipo }) => tipo,
    3,
  ),
  pesos: listOf(
    fc.record({ tipo: fc.constantFrom(...TIPOS_CRITERIOS), peso: fc.constantFrom(15_00, 12_25) }),
    ({ tipo }) => tipo,
    3,
  ),
  reglaDeCierre: fc.constantFrom(
    { peso: null, desempate: [] },
    { peso: 20_50, desempate: ['Tiempo', TOTAL_PRINCIPAL] },
  ),
  cerrados: fc.subarray([...DIAS]),
  retiene: fc.boolean(),
  reglas: fc.constantFrom(
    null,
    { desde: null, hasta: '2025-04-01T18:00:00-06:00', maximo: 0 },
    { desde: '2025-03-01T15:00:00.000Z', hasta: null, maximo: 12 },
  ),
  admin: listOf(fc.record({ id, email: orNull(fc.constant('a@b.c')), nombre: orNull(nombre) }), (row) => row.email, 2),
  users: listOf(
    fc.record({ uid: id, nombre: orNull(nombre), apellido: orNull(nombre), pais: orNull(nombre) }),
    (row) => row.uid,
    3,
  ),
})

/** Any event that a database can hold. */
export const anyEvent: fc.Arbitrary<Rows> = fc
  .record({ categorias, jueces, settings })
  .chain(({ categorias, jueces, settings }) => {
    const competidor = fc.record({
      id,
      clave: orNull(fc.constantFrom('a', 'b', 'Ana')),
      categoriaId: fc.constantFrom(...categorias.map((row) => row.id), ''),
      nombre: orNull(nombre),
      compania: orNull(fc.oneof(nombre, fc.constant(''))),
      usuarioId: orNull(id),
      nota: orNull(fc.constantFrom('Vienen de Cali', '“Ñ”')),
      fechaInscripcion: orNull(fc.constant('2025-03-20')),
      musicaPath: orNull(fc.constant('musica/a.mp3')),
      orden,
      marcas: fc.array(marca, { minLength: jueces.length, maxLength: jueces.length }),
      calificada: fc.boolean(),
      retiro: orNull(
        fc.record({
          estado: fc.constantFrom('no_se_presento' as const, 'descalificado' as const),
          motivo: orNull(motivo),
        }),
      ),
      // `deshechas`: the repetitions that were taken back before this one.
      repeticiones: fc.array(fc.record({ motivo, deshechas: fc.nat({ max: 2 }) }), { maxLength: 2 }),
      isUndone: fc.boolean(),
      penalizaciones: fc.array(fc.record({ puntos, motivo, autor: motivo, fecha: fc.constant(AT) }), { maxLength: 2 }),
    })
    const { cerrados, programas, retiene, ...stored } = settings
    return listOf(competidor, (row) => row.id, 8).map((all) => {
      const inside = all.filter(({ categoriaId }) => categoriaId !== '')
      return {
        ...stored,
        admin: settings.admin.map((row) => ({ ...row, emailKey: row.email })),
        users: settings.users.map((row) => ({ ...row, email: null, emailKey: null, fotoPath: null })),
        categorias: categorias.map((row, index) => {
          // A round of the first category, or of a deleted one.
          const origen = {
            categoriaId: index === 1 ? (categorias[0]?.id ?? '') : 'borrada',
            nombre: 'Semifinal',
            pasan: inside
              .filter(({ categoriaId }) => index === 1 && categoriaId === categorias[0]?.id)
              .map((one) => one.id),
            ...(row.orden !== null && row.orden > 0 && { lugares: row.orden }),
          }
          return index === 0 || row.fechaCreacion === null ? row : { ...row, origen: JSON.stringify(origen) }
        }),
        embargo: retiene ? [{ id: 1 as const, retener: 1 as const }] : [],
        anunciada: categorias.flatMap(({ id, orden }) => (orden === 2 ? [{ categoriaId: id }] : [])),
        pantalla: categorias.map(({ id, orden }, index) => ({
          nombre: `Pantalla ${index}`,
          tipo: index === 1 ? ('Locutor' as const) : ('Sala' as const),
          escena: index === 0 ? ('Resultados' as const) : ('En pista' as const),
          antes: null,
          categoriaId: orden === null ? null : id,
          mensaje: index === 0 ? 'Volvemos a las 20:00' : '',
          adelantar: index === 1 ? (1 as const) : (0 as const),
        })),
        llegada: inside.flatMap(({ id, categoriaId, orden }) => {
          const dia = categorias.find((one) => one.id === categoriaId)?.dia
          return dia && orden === 1 ? [{ competidorId: id, dia, llego: 1 as const, at: 0 }] : []
        }),
        cupo: categorias.flatMap(({ id, orden }) => (orden === null ? [] : [{ categoriaId: id, cupo: orden }])),
        jueces,
        competidores: inside.map(
          ({
            marcas: _m,
            calificada: _c,
            retiro: _r,
            penalizaciones: _p,
            repeticiones: _n,
            isUndone: _u,
            ...row
          }): Rows['competidores'][number] => {
            const categoria = categorias.find(({ id }) => id === row.categoriaId)
            const isNumbered = categoria?.nombre && categoria.dia !== null && cerrados.includes(categoria.dia)
            const numero = `${IDS.indexOf(row.id) + 1}${row.clave === null ? '' : 'A'}`
            return { ...row, numero: isNumbered && row.orden !== null ? numero : null }
          },
        ),
        programa: programas.map(({ dia, inicio, montaje, pausas, isPublicado, adelanta }) => {
          const own = categorias.find((row) => row.dia === dia && row.nombre !== null)?.id ?? null
          const planeadas = pausas.map(({ titulo, minutos, isLast }) => {
            const noAntes = isLast ? '00:05' : null
            return { id: titulo, titulo, minutos, antesDe: isLast ? null : own, noAntes }
          })
          const ajustes = { inicio, montaje, jueceo: 15 }
          const at = Date.parse(AT)
          const inicios = Object.fromEntries(
            inside.filter((one) => one.categoriaId === own).map((one, index) => [one.id, at + index]),
          )
          const publicadas = planeadas.map((one, index) => ({ ...one, inicio: at + index }))
          const publicacion = { ajustes, fin: at, inicios, largos: {}, pausas: publicadas }
          const publicado = {
            ...publicacion,
            ...(adelanta && { adelantar: adelantarDe(publicacion, 'America/Mexico_City') }),
          }
          return programaRow(dia, { ajustes, pausas: planeadas, publicado: isPublicado ? publicado : null })
        }),
        orden_cerrado: cerrados.map((dia) => ({ dia, dados: '[]', categorias: '[]' })),
        repeticion: inside.flatMap(({ id: competidorId, marcas, repeticiones, isUndone }) => {
          const anuladas = jueces
            .flatMap(({ id: juezId }, index) => {
              const criterios = marcas[index]?.anulada ?? null
              const envio = { estado: 'enviada', version: 1, motivo: null, enviada: null }
              return criterios === null ? [] : [{ juezId, l_calificacion: '8.50', criterios, ...envio }]
            })
            .toSorted((a, b) => (a.juezId < b.juezId ? -1 : 1))
          let intento = 1
          return repeticiones.map(({ motivo, deshechas }, index) => {
            const anula = intento
            intento += 1 + deshechas
            const deshecha = isUndone && index === repeticiones.length - 1 ? 1 : 0
            const marcas = JSON.stringify(index === 0 && deshecha === 0 ? anuladas : [])
            return { competidorId, intento, anula, deshecha, motivo, fecha: AT, marcas } as const
          })
        }),
        retiro: inside.flatMap(({ id: competidorId, retiro }) => (retiro ? [{ competidorId, ...retiro }] : [])),
        penalizacion: inside.flatMap(({ id: competidorId, penalizaciones }) =>
          penalizaciones.map((row) => ({ competidorId, ...row })),
        ),
        tardia: inside.flatMap(({ id: competidorId, marcas }, entry) =>
          jueces.flatMap(({ id: juezId }, index) => {
            const late = marcas[index]?.tardia
            // A judge uses a key once.
            return late
              ? [{ competidorId, juezId, ...late, clave: `${late.clave}.${entry}`, intento: (entry % 3) + 1 }]
              : []
          }),
        ),
        cierre: categorias.flatMap(({ id, nombre, criterios, metodo, fechaCreacion }) => {
          if (fechaCreacion === null) return []
          const { peso, desempate } = settings.reglaDeCierre
          const claves = peso === null ? [] : criteriosOfTipo(tipoOf(nombre ?? '', criterios))
          const pesos = Object.fromEntries(claves.map(({ clave }) => [clave, peso ?? 0]))
          const principales = jueces.map((juez) => juez.id).slice(0, 1)
          const listas = { principales, excluidos: principales, panel: metodo === 'recortada' ? principales : null }
          return [{ categoriaId: id, autor: 'Ana', fecha: AT, decision: null, pesos, desempate, ...listas }]
        }),
        empate: categorias.flatMap(({ id }) => {
          const ids = inside.filter(({ categoriaId }) => categoriaId === id).map((row) => row.id)
          return ids.length < 2
            ? []
            : [{ categoriaId: id, ids: ids.toReversed(), autor: 'Ana', motivo: 'Moneda', fecha: AT }]
        }),
        peso: settings.pesos.flatMap(({ tipo, peso }) =>
          criteriosOfTipo(tipo).map(({ clave: criterio }) => ({ tipo, criterio, peso })),
        ),
        desempate: settings.reglaDeCierre.desempate.map((elemento, index) => ({ orden: index + 1, elemento })),
        escala: settings.escalas,
        calificaciones: inside.flatMap(({ id: competidorId, categoriaId, marcas, calificada }) => {
          const categoria = categorias.find((row) => row.id === categoriaId)
          if (!calificada || !categoria?.nombre || categoria.dia === null) return []
          return jueces.flatMap(({ id: juezId }, index) => {
            const { l_calificacion = null, criterios = {}, reabierta = null } = marcas[index] ?? {}
            const estado = reabierta === null ? ('enviada' as const) : ('reabierta' as const)
            const envio = { estado, version: 1, motivo: reabierta, enviada: null }
            return [{ competidorId, juezId, l_calificacion, criterios: JSON.stringify(criterios), ...envio }]
          })
        }),
      }
    })
  })
