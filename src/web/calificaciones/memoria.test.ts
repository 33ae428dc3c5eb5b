import { afterEach, expect, test, vi } from 'vitest'
import { saveBusqueda, saveDesplegados, readBusqueda, readDesplegados } from './memoria.ts'

function stubStorage(kept: Record<string, string> = {}): void {
  const items = new Map(Object.entries(kept))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
}

const refuse = (): never => {
  throw new DOMException('refused', 'SecurityError')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('by default every day is unfolded and the search is empty', () => {
  stubStorage()
  expect(readDesplegados()).toEqual({ jueves: true, viernes: true, sábado: true })
  expect(readBusqueda('categoria')).toBe('')
})

test('the searches and the toggles are restored', () => {
  stubStorage()
  saveBusqueda('competidor', 'ana')
  saveBusqueda('categoria', 'casino & "son"')
  saveDesplegados({ jueves: true, viernes: false, sábado: true })
  expect(readBusqueda('categoria')).toBe('casino & "son"')
  expect(readBusqueda('competidor')).toBe('ana')
  expect(readDesplegados()).toEqual({ jueves: true, viernes: false, sábado: true })
})

test.each(['{', 'null', '"jueves"', '{"jueves":true}', '{"jueves":1,"viernes":true,"sábado":true}'])(
  'invalid toggles %s are logged and ignored',
  (kept) => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    stubStorage({ 'resultados.dias': kept })
    expect(readDesplegados()).toEqual({
      jueves: true,
      viernes: true,
      sábado: true,
    })
    expect(error).toHaveBeenCalledOnce()
  },
)

test('a browser without storage is logged, and the page works', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
  expect(readBusqueda('categoria')).toBe('')
  expect(readDesplegados()).toEqual({ jueves: true, viernes: true, sábado: true })
  saveBusqueda('categoria', 'tango')
  expect(error).toHaveBeenCalledTimes(3)
})
