import { expect, test, vi } from 'vitest'
import type { DeJuez, TardiaPropia } from '#contract/views/jueces.ts'
import { aDevice, aDocumento, aSender, send, statesOf, tap } from '../../../tests/support/device.ts'
import { markIdOf, papeletaOf, situacionOf } from './mark.ts'
import { deliver } from './sender.ts'

const SECOND = { id: 'c1', intento: 2 }
const TARDIA: TardiaPropia = {
  id: 't',
  clave: 'k-1',
  estado: 'pendiente',
  l_calificacion: '8.00',
  criterios: { a: '8.0' },
  motivo: null,
}

/** The document of the judge while the entry is at an attempt. */
function atIntento(intento: number): DeJuez {
  const documento = aDocumento()
  const repeated = intento > 1 && { intento, repite: 'Se fue la música' }
  return {
    ...documento,
    categorias: documento.categorias.map((categoria) => ({
      ...categoria,
      competidores: categoria.competidores.map((entry) => ({ ...entry, ...repeated })),
    })),
  }
}

test('a draft of the first attempt is gone once the entry is repeated, and one of the new attempt stays', async () => {
  const device = aDevice()
  const tab = await device.open()
  tab.hear(atIntento(1))
  await tab.apply({ id: 'c1' }, tap('8.5'))
  tab.hear(atIntento(2))
  await expect.poll(() => statesOf(tab)).toEqual([])
  await tab.apply(SECOND, tap('9'))
  tab.hear(atIntento(2))
  expect((await device.open()).read().marcas.get(markIdOf('c1', 2))).toMatchObject({
    estado: 'borrador',
    criterios: { a: '9' },
  })
  expect(statesOf(tab)).toEqual(['c1/2 borrador'])
})

test('a sent mark of the first attempt waits beside a draft of the second, and is delivered with its attempt', async () => {
  const { device, tab } = await aSender([{ tipo: 'sinRespuesta' }, { tipo: 'tardia' }])
  tab.hear(atIntento(2))
  await tab.apply(SECOND, tap('9'))
  expect(statesOf(tab).toSorted()).toEqual(['c1 pendiente', 'c1/2 borrador'])
  tab.wake()
  await tab.settled()
  expect(device.keys()).toBe('k-1 k-1')
  // The server has the late mark: the device holds nothing of the first attempt any more.
  tab.hear(atIntento(2))
  await expect.poll(() => statesOf(tab)).toEqual(['c1/2 borrador'])
})

test.each([
  ['a conflict of the first attempt, once the entry is repeated', { id: 'c1' }, send('k-1'), [1, 2]],
  ['a draft of an attempt that was taken back', SECOND, tap('9'), [2, 1]],
] as const)('%s, is gone', async (_, mark, act, [before, after]) => {
  const tab = await aDevice([{ tipo: 'versiones' }]).open()
  tab.hear(atIntento(before))
  await tab.apply(mark, act)
  await tab.settled()
  expect(statesOf(tab)).toHaveLength(1)
  tab.hear(atIntento(after))
  await expect.poll(() => statesOf(tab)).toEqual([])
})

test('a late mark of an annulled attempt leaves the entry to be scored', () => {
  const late = { marca: null, tardia: { ...TARDIA, intento: 1 }, intento: 2 }
  expect(situacionOf(undefined, late)).toBe('libre')
  expect(papeletaOf(undefined, late)).toEqual({})
  const present = { marca: null, tardia: TARDIA, intento: 2 }
  expect(situacionOf(undefined, present)).toBe('tardia')
  expect(papeletaOf(undefined, present)).toEqual({ a: '8.0' })
})

test.each([
  ['calificaciones', 'PUT', '/api/calificaciones/c1', 1],
  ['calificaciones', 'PUT', '/api/calificaciones/c1', 2],
  ['tardias', 'POST', '/api/tardias', 2],
] as const)('a mark to %s by %s %s names the attempt %i', async (...[via, method, path, intento]) => {
  const asked = vi.fn(async (_url: string, _init: { readonly method: string; readonly body: string }) =>
    Response.json({ estado: 'enviada', version: 1, l_calificacion: '8.00' }, { headers: { 'x-revision': '1' } }),
  )
  vi.stubGlobal('fetch', asked)
  const of = { juezId: 'ana', competidorId: 'c1', intento }
  const mark = { ...of, criterios: { a: '8.0' }, version: 0, key: 'clave-1234', desde: 1 }
  await deliver({ ...mark, estado: 'pendiente', via, problema: null }, new AbortController().signal)
  vi.unstubAllGlobals()
  const [url, init] = asked.mock.calls[0] ?? []
  expect([init?.method, url]).toEqual([method, path])
  expect(JSON.parse(init?.body ?? '')).toMatchObject({ intento, juezId: 'ana' })
})
