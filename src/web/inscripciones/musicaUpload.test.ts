import { beforeEach, expect, test, vi } from 'vitest'
import { fakeTime } from '../../../tests/support/time.ts'
import { formatQuedan, MusicaUpload } from './musicaUpload.ts'

interface Options {
  onError: (error: Error) => void
  onSuccess: () => void
  onShouldRetry: (error: { readonly originalResponse: unknown }) => boolean
}

const start = vi.fn<(options: Options) => void>()

vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    readonly url = '/api/subidas/s1'
    readonly options: Options
    constructor(_file: File, options: Options) {
      this.options = options
    }
    start(): void {
      start(this.options)
    }
    abort(): Promise<void> {
      return Promise.resolve()
    }
  },
}))

fakeTime()
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  start.mockReset()
})

/** An upload of a file that was just chosen. */
async function chosen(file = new File(['x'], 'mezcla.mp3')): Promise<MusicaUpload> {
  const upload = new MusicaUpload()
  upload.choose(file)
  await vi.dynamicImportSettled()
  return upload
}
const lose = ({ onError }: Options) => onError(new Error('The line is lost.'))

test('an upload without retries left starts again by itself until it succeeds', async () => {
  start.mockImplementation(({ onError, onSuccess }) =>
    start.mock.calls.length < 3 ? onError(new Error('The line is lost.')) : onSuccess(),
  )
  const upload = await chosen()
  expect(upload.read().tipo).toBe('pausa')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(upload.read().tipo).toBe('lista')
  expect(upload.subida).toBe('s1')
  upload.clear()
})

test('a file that was deleted or changed since it was chosen is refused, and not sent again', async () => {
  start.mockImplementation(lose)
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) }
  const upload = await chosen(Object.assign(new File(['x'], 'mezcla.mp3'), { slice: () => gone }))
  expect(upload.read()).toMatchObject({ tipo: 'rechazada', title: 'mezcla.mp3 ya no se puede leer.' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(start).toHaveBeenCalledOnce()
})

test.each([
  ['waits and starts again', 403, '<html>Prohibido</html>', 'pausa'],
  ['waits and starts again', 413, '<html>Demasiado grande</html>', 'pausa'],
  ['waits and starts again', 401, '{"status":"login","code":"login"}', 'pausa'],
  ['ends', 403, '{"code":"session.forbidden","message":"No tienes permiso."}', 'rechazada'],
  ['ends', 404, '{"code":"subida.missing","message":"La subida de la música no terminó o venció."}', 'rechazada'],
])('an upload %s after %i %s', async (_, status, body, tipo) => {
  const { DetailedError } = await import('tus-js-client')
  const originalResponse = { getStatus: () => status, getBody: () => body }
  const retried: boolean[] = []
  start.mockImplementation(({ onError, onShouldRetry, onSuccess }) => {
    if (start.mock.calls.length === 3) return onSuccess()
    const error = Object.assign(new DetailedError('refused'), { originalResponse })
    retried.push(onShouldRetry(error))
    onError(error)
  })
  const upload = await chosen()
  await vi.waitFor(() => expect(upload.read().tipo).toBe(tipo))
  expect(retried).toEqual([tipo === 'pausa'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(upload.read().tipo).toBe(tipo === 'pausa' ? 'lista' : 'rechazada')
  upload.clear()
})

test('an upload that a proxy refuses three times in a row waits for the person', async () => {
  const { DetailedError } = await import('tus-js-client')
  const originalResponse = { getStatus: () => 413, getBody: () => '<html>Demasiado grande</html>' }
  const error = Object.assign(new DetailedError('refused'), { originalResponse })
  let tries = 0
  start.mockImplementation(({ onError, onShouldRetry }) => {
    do tries += 1
    while (onShouldRetry(error) && tries < 8)
    onError(error)
  })
  const upload = await chosen()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(upload.read()).toMatchObject({ tipo: 'pausa', isBlocked: true })
  expect(tries).toBe(3)

  start.mockImplementation(({ onSuccess }) => onSuccess())
  upload.resume()
  await vi.waitFor(() => expect(upload.read().tipo).toBe('lista'))
  upload.clear()
})

test('a cancelled upload is not started again', async () => {
  start.mockImplementation(lose)
  const upload = await chosen()
  upload.clear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(start).toHaveBeenCalledOnce()
})

test('the remaining time of an upload is known after some seconds of measurement', () => {
  const megas = (sent: number, came: number, ms: number) => formatQuedan(30 - sent, came, ms)
  expect(megas(2, 2, 2_900)).toBeNull()
  expect(megas(10, 0, 9_000)).toBeNull()
  expect(megas(30, 30, 9_000)).toBeNull()
  expect(megas(10, 10, 9_000)).toBe('unos 20\u00a0s')
  expect(megas(3, 3, 9_000)).toBe('unos 85\u00a0s')
  expect(megas(1, 1, 9_000)).toBe('unos 5\u00a0min')
})
