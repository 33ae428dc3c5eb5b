import { expect, test } from 'vitest'
import {
  acceptTardia,
  addPenalizacion,
  closeCategoria,
  discardTardia,
  handInTardia,
  reopenCalificacion,
  reopenCategoria,
  withdrawCompetidor,
} from '#contract/calificaciones.ts'
import { saveMinutos, setPublicacion } from '#contract/horario.ts'
import { assignJuez, setJuezActivo, setJuezPrincipal } from '#contract/jueces.ts'
import { viewKey } from '#contract/view.ts'
import { detalle, resultados } from '#contract/views/calificaciones.ts'
import { panel, tardias } from '#contract/views/jueces.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { send, ticking, todos } from '../support/marcas.ts'
import { LiveStream } from '../support/stream.ts'

const DIA = { dia: 'jueves' } as const
/** One view of each stream changes last: until then every frame has arrived. */
const ULTIMO = 77

/** The differences between two events: marks of others, their order, a penalty and the figures of late marks. */
interface Figuras {
  readonly beto: string
  readonly caro: string
  readonly penalizacion: string
  readonly tardia: string
}

/** The messages of a stream in order, without ids that differ from event to event. */
function messagesOf({ messages }: LiveStream): string[] {
  const names = new Map<string, string>()
  return messages.map(({ frame: { views } }) =>
    JSON.stringify(views).replaceAll(/[\da-f]{8}-[\da-f-]{27}|(competidor|categoria)-\d+/g, (id) => {
      if (!names.has(id)) names.set(id, `id-${names.size}`)
      return names.get(id) ?? id
    }),
  )
}

interface Escena {
  readonly ana: string
  readonly beto: string
  readonly caro: string
  readonly salsa: string
  readonly admin: Client
  readonly juez: Client
}

/** Another judge, the administrator and `juez` act; `juez` sends the mark of Ana alone. */
async function judge(app: TestApp, { ana, beto, caro, salsa, admin, juez }: Escena, figuras: Figuras): Promise<void> {
  const otra = await app.as('juez', { nombre: 'Olga', id: 'olga' })
  const acts: (() => Promise<unknown>)[] = [
    () => send(otra, ana, '8'),
    () => send(otra, beto, figuras.beto),
    () => send(otra, caro, figuras.caro),
    () => admin.send(addPenalizacion, { id: beto, puntos: figuras.penalizacion, motivo: 'Tiempo' }),
    ...[beto, caro].map(
      (competidorId) => () =>
        otra.send(handInTardia, { clave: `de-${competidorId}`, competidorId, criterios: todos(figuras.tardia) }),
    ),
    () => admin.send(reopenCalificacion, { competidorId: beto, juezId: otra.id, motivo: 'Dedo' }),
    () => send(juez, ana, '7'),
    async () => {
      const [first, second] = (await admin.see(tardias))?.tardias ?? []
      await admin.send(acceptTardia, { id: first?.id ?? '' })
      await admin.send(discardTardia, { id: second?.id ?? '', motivo: 'No' })
    },
    () => admin.send(closeCategoria, { id: salsa, decision: 'Sigue' }),
    () => admin.send(reopenCategoria, { id: salsa }),
    () => admin.send(setJuezPrincipal, { id: juez.id, principal: true }),
    () => admin.send(setJuezPrincipal, { id: juez.id, principal: false }),
    () => admin.send(withdrawCompetidor, { id: caro, estado: 'descalificado', motivo: 'Privado' }),
    () => admin.send(assignJuez, { id: juez.id, dias: ['viernes'] }),
    () => admin.send(setJuezActivo, { id: otra.id, activo: false }),
    () => admin.send(saveMinutos, { minutosPorCompetidor: ULTIMO }),
  ]
  for (const act of acts) {
    await act()
    await app.app.live.hub.settled()
  }
}

/** Everything that `quien` gets of such an event, by stream, in order. */
async function seenBy(quien: 'juez' | 'visitante', figuras: Figuras): Promise<string[][]> {
  await using app = await startApp({ now: ticking() })
  const { categorias, competidores } = await seedDia(app, 'jueves', { Salsa: ['Ana', 'Beto', 'Caro'] })
  const [ana = '', beto = '', caro = ''] = competidores.map(({ id }) => id)
  const [salsa, admin] = [categorias[0]?.id ?? '', await app.as('admin')]
  const juez = await app.as('juez', { nombre: 'Benny', id: 'benny' })
  if (quien === 'juez') await admin.send(setPublicacion, { campo: 'mostrarCalificaciones', valor: true })
  const details = competidores.map(({ id }) => viewKey(detalle, { ...DIA, categoriaId: salsa, competidorId: id }))
  const own = quien === 'juez' ? ['juez', 'jurado', 'tardias', viewKey(panel, { categoriaId: salsa })] : []
  const { cookie } = quien === 'juez' ? juez : app.visitor
  const origin = await app.listen()
  await using streams = new AsyncDisposableStack()
  const open: LiveStream[] = []
  for (const views of [[...own, viewKey(resultados, DIA)], details]) {
    open.push(streams.use(await LiveStream.open(origin, { views: ['horario', ...views].join(','), cookie })))
  }
  await judge(app, { ana, beto, caro, salsa, admin, juez }, figuras)
  for (const stream of open)
    await stream.next(({ views }) => JSON.stringify(views).includes(`"minutosPorCompetidor":${ULTIMO}`))
  return open.map(messagesOf)
}

test.each(['juez', 'visitante'] as const)(
  'marks, penalties and late marks that a %s may not see change neither bytes nor number nor order of the frames',
  async (quien) => {
    const seen = await seenBy(quien, { beto: '9', caro: '3', penalizacion: '1', tardia: '4' })
    expect(seen.map((frames) => frames.length > 2)).toEqual([true, true])
    expect(await seenBy(quien, { beto: '2', caro: '8', penalizacion: '60', tardia: '10' })).toEqual(seen)
  },
)
