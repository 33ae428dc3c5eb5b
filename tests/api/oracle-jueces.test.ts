import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addPenalizacion,
  closeCategoria,
  reopenCalificacion,
  reopenCategoria,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { mesaDeDia } from '#contract/competidores.ts'
import { assignJuez, setJuezActivo } from '#contract/jueces.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { jurado } from '#contract/views/jueces.ts'
import { Refused, startApp, type Client, type TestApp } from '../support/app.ts'
import { aCompetidor, seedDia } from '../support/builders.ts'
import { ENGINE } from '../support/database.ts'
import { send } from '../support/marcas.ts'
import { seeDetalle } from '../support/detalle.ts'
import { casos } from '../support/random.ts'

/** Random acts on a category; each runs the command that a person would send. */
interface Historia {
  readonly jueces: readonly { readonly activo: boolean; readonly asignacion: Asignacion }[]
  readonly entradas: readonly {
    /** By judge. */
    readonly marcas: readonly { readonly puntos: Puntos; readonly estado: 'ninguna' | 'enviada' | 'reabierta' }[]
    readonly penalizaciones: readonly string[]
    readonly retiro: 'no_se_presento' | 'descalificado' | null
  }[]
}

type Asignacion = (typeof ASIGNACIONES)[number]
type Puntos = (typeof PUNTOS)[number]

const NOMBRES = ['Amparo', 'Benny', 'Celia', 'Dora'] as const
const ASIGNACIONES = ['evento', 'jueves', 'sábado', 'esta', 'otra'] as const
/** Few figures, so that ties are frequent. Six criteria: 42.00, 48.00 and 51.00 points. */
const PUNTOS = ['7.0', '8.0', '8.5'] as const

const aMarca = fc.record({
  puntos: fc.constantFrom(...PUNTOS),
  estado: fc.constantFrom(
    'enviada' as const,
    'enviada' as const,
    'enviada' as const,
    'reabierta' as const,
    'ninguna' as const,
  ),
})
const aHistoria = fc.integer({ min: 1, max: 4 }).chain((jueces): fc.Arbitrary<Historia> =>
  fc.record({
    jueces: fc.array(
      fc.record({
        activo: fc.constantFrom(true, true, true, false),
        asignacion: fc.constantFrom('evento' as const, 'evento' as const, ...ASIGNACIONES),
      }),
      { minLength: jueces, maxLength: jueces },
    ),
    entradas: fc.array(
      fc.record({
        marcas: fc.oneof(
          fc.array(aMarca, { minLength: jueces, maxLength: jueces }),
          fc.array(fc.record({ puntos: fc.constantFrom(...PUNTOS), estado: fc.constant('enviada' as const) }), {
            minLength: jueces,
            maxLength: jueces,
          }),
        ),
        penalizaciones: fc.array(fc.constantFrom('6', '3.00', '0.25', '120'), { maxLength: 2 }),
        retiro: fc.constantFrom(null, null, null, 'no_se_presento' as const, 'descalificado' as const),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
)

interface Esperado {
  readonly puestos: readonly { nombre: string; lugar: number | null; puntos: number | null; empate: boolean }[]
  readonly retirados: readonly string[]
  readonly faltan: readonly (readonly string[])[]
  readonly decision: boolean
}

/** Works the results out from the words of the contract, without a line of the product. */
function oraculoOf({ jueces, entradas }: Historia): Esperado {
  const asignados = jueces.flatMap(({ activo, asignacion }, j) =>
    activo && ['evento', 'jueves', 'esta'].includes(asignacion) ? [j] : [],
  )
  const todas = entradas.map(({ marcas, penalizaciones, retiro }, index) => {
    const calificaron = marcas.flatMap(({ estado }, j) => (estado === 'ninguna' ? [] : [j]))
    const enviaron = marcas.flatMap(({ estado }, j) => (estado === 'enviada' ? [j] : []))
    const panel = asignados.length > 0 ? asignados : calificaron
    const suma = calificaron.reduce((sum, j) => sum + Math.round(Number(marcas[j]?.puntos) * 100) * 6, 0)
    const resta = penalizaciones.reduce((sum, puntos) => sum + Math.round(Number(puntos) * 100), 0)
    return {
      nombre: nombreOf(index),
      puntos: suma - resta,
      sinCalificar: calificaron.length === 0,
      retiro,
      panel,
      calificaron: calificaron.join(),
      faltan:
        retiro === null
          ? NOMBRES.filter((_, j) => marcas[j]?.estado === 'reabierta' || (panel.includes(j) && !enviaron.includes(j)))
          : [],
    }
  })
  const compiten = todas.filter(({ retiro }) => retiro === null)
  const ranked = compiten.filter(({ sinCalificar }) => !sinCalificar).toSorted((a, b) => b.puntos - a.puntos)
  const unmarked = compiten.filter(({ sinCalificar }) => sinCalificar)
  return {
    puestos: [
      ...ranked.map(({ nombre, puntos }, index) => ({
        nombre,
        lugar: index + 1,
        puntos,
        empate: ranked.filter((other) => other.puntos === puntos).length > 1,
      })),
      ...unmarked.map(({ nombre }) => ({ nombre, lugar: null, puntos: null, empate: false })),
    ],
    retirados: todas.filter(({ retiro }) => retiro !== null).map(({ nombre }) => nombre),
    faltan: todas.map(({ faltan }) => faltan),
    decision:
      compiten.some(({ faltan, panel }) => faltan.length > 0 || panel.length === 0) ||
      new Set(compiten.map(({ calificaron }) => calificaron)).size > 1,
  }
}

const nombreOf = (index: number) => `Pareja ${index + 1}`

/** Lets the story happen: marks first, then what became of judges and entries. */
async function play(app: TestApp, { jueces, entradas }: Historia) {
  const { categorias, competidores } = await seedDia(app, 'jueves', {
    Salsa: entradas.map((_, i) => nombreOf(i)),
    Son: 1,
  })
  const [salsa = '', son = ''] = categorias.map(({ id }) => id)
  const ids = competidores.filter(({ categoriaId }) => categoriaId === salsa).map(({ id }) => id)
  const sinOrden = aCompetidor({ categoriaId: salsa, orden: null })
  await app.deps.db.write((tx) => tx.insertInto('competidores').values(sinOrden).execute())
  const admin = await app.as('admin')
  const principal = await app.as('juez', { nombre: 'Zoila', principal: 1, dias: '["sábado"]' })
  const panel = await Promise.all(jueces.map((_, j) => app.as('juez', { nombre: NOMBRES[j] ?? '' })))
  for (const [e, { marcas, penalizaciones, retiro }] of entradas.entries()) {
    const id = ids[e] ?? ''
    for (const [j, { puntos, estado }] of marcas.entries()) {
      const juez = panel[j]
      if (!juez || estado === 'ninguna') continue
      await send(juez, id, puntos)
      if (estado === 'reabierta')
        await admin.send(reopenCalificacion, { competidorId: id, juezId: juez.id, motivo: 'x' })
    }
    for (const puntos of penalizaciones) await admin.send(addPenalizacion, { id, puntos, motivo: 'Tiempo' })
    if (retiro) await admin.send(withdrawCompetidor, { id, estado: retiro, motivo: 'Decisión' })
  }
  for (const [j, { activo, asignacion }] of jueces.entries()) {
    const id = panel[j]?.id ?? ''
    await admin.send(assignJuez, { id, ...ASIGNADO[asignacion]({ salsa, son }) })
    if (!activo) await admin.send(setJuezActivo, { id, activo })
  }
  return { app, admin, principal, salsa, ids }
}

type Escena = Awaited<ReturnType<typeof play>>

type Asignado = { dias?: ('jueves' | 'sábado')[]; categorias?: string[] }
const ASIGNADO: Readonly<Record<Asignacion, (of: { salsa: string; son: string }) => Asignado>> = {
  evento: () => ({}),
  jueves: () => ({ dias: ['jueves'] }),
  sábado: () => ({ dias: ['sábado'] }),
  esta: ({ salsa }) => ({ categorias: [salsa] }),
  otra: ({ son }) => ({ categorias: [son] }),
}

const PANEL = { activo: true, asignacion: 'evento' } as const
const FUERA = { activo: false, asignacion: 'evento' } as const
const ENVIADA = { puntos: '8.0', estado: 'enviada' } as const
const NINGUNA = { puntos: '8.0', estado: 'ninguna' } as const
const entradaWith = (...marcas: Historia['entradas'][number]['marcas']) => ({
  marcas,
  penalizaciones: [],
  retiro: null,
})

/** Rare stories: a judge outside the panel marked one entry of two, and an entry without any judge. */
const EXAMPLES: [Historia][] = [
  [{ jueces: [PANEL, FUERA], entradas: [entradaWith(ENVIADA, ENVIADA), entradaWith(ENVIADA, NINGUNA)] }],
  [{ jueces: [FUERA], entradas: [entradaWith(NINGUNA)] }],
]
// A story needs a fresh database, which takes a second on PostgreSQL.
const RUNS = { numRuns: casos(ENGINE === 'postgres' ? 8 : 16), examples: EXAMPLES }

test('places, totals and states are those of the contract after random acts on judges and entries', async () => {
  await fc.assert(
    fc.asyncProperty(aHistoria, async (historia) => {
      await using app = await startApp()
      const scene = await play(app, historia)
      const esperado = oraculoOf(historia)
      await checkShown(scene, esperado, 'provisional')
      await close(scene, esperado.decision)
      await checkShown(scene, esperado, 'final')
      await scene.principal.send(reopenCategoria, { id: scene.salsa })
      await checkShown(scene, esperado, 'provisional')
    }),
    RUNS,
  )
}, 240_000)

/** Closes as the head judge; a decision is asked for when the contract says so. */
async function close({ principal, salsa: id }: Escena, decision: boolean): Promise<void> {
  const refused = await principal.send(closeCategoria, { id }).then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.code : error),
  )
  expect(refused).toBe(decision ? 'cierre.undecided' : null)
  if (decision) await principal.send(closeCategoria, { id, decision: 'Así' })
}

async function checkShown(
  { admin, principal, salsa, ids }: Escena,
  esperado: Esperado,
  estado: 'provisional' | 'final',
): Promise<void> {
  for (const client of [admin, principal]) {
    const shown = (await client.see(resultados, { dia: 'jueves' }))?.categorias.find(({ id }) => id === salsa)
    expect(shown?.estado).toBe(estado)
    expect(shown?.puestos.map(({ nombre, lugar, puntos, empate }) => ({ nombre, lugar, puntos, empate }))).toEqual(
      esperado.puestos,
    )
    expect(shown?.retirados.map(({ nombre }) => nombre)).toEqual(esperado.retirados)
  }
  const mesa = (await admin.see(mesaDeDia, { dia: 'jueves' }))?.categorias.find(({ id }) => id === salsa)
  const panel = (await principal.see(jurado))?.categorias.find(({ id }) => id === salsa)
  expect([mesa?.estado, mesa?.decision, panel?.decision]).toEqual([estado, esperado.decision, esperado.decision])
  for (const shown of [mesa, panel]) {
    const faltan = ids.map((id) => shown?.competidores.find((entry) => entry.id === id)?.faltan)
    expect(faltan.map((jueces) => jueces?.map(({ nombre }) => nombre))).toEqual(esperado.faltan)
  }
  for (const { nombre, puntos } of esperado.puestos) {
    if (puntos !== null) expect(await sumOf(admin, nombre)).toBe(puntos)
  }
}

/** The total of a detail: its marks minus its penalties. */
async function sumOf(admin: Client, nombre: string): Promise<number> {
  const shown = await seeDetalle(admin, { dia: 'jueves', categoria: 'Salsa', nombre })
  if (!shown?.encontrado) throw new Error(`There is no detail of ${nombre}.`)
  const suma = shown.marcas.reduce((sum, marca) => sum + Math.round(Number(marca.l_calificacion) * 100), 0)
  return shown.penalizaciones.reduce((sum, { puntos }) => sum - puntos, suma)
}
