import { afterEach, expect, test, vi } from 'vitest'
import { saveBusqueda, saveDesplegados, readBusqueda, readDesplegados } from './memoria.ts'

function aStorage(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept))
  return () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
}

const refused = (): never => {
  throw new DOMException('refused', 'SecurityError')
}

afterEach(() => vi.restoreAllMocks())

test('by default every day is unfolded and the search is empty', () => {
  const storage = aStorage()
  expect(readDesplegados(storage)).toEqual({ jueves: true, viernes: true, sábado: true })
  expect(readBusqueda('categoria', storage)).toBe('')
})

test('the searches and the toggles are restored', () => {
  const storage = aStorage()
  saveBusqueda('competidor', 'ana', storage)
  saveBusqueda('categoria', 'casino & "son"', storage)
  saveDesplegados({ jueves: true, viernes: false, sábado: true }, storage)
  expect(readBusqueda('categoria', storage)).toBe('casino & "son"')
  expect(readBusqueda('competidor', storage)).toBe('ana')
  expect(readDesplegados(storage)).toEqual({ jueves: true, viernes: false, sábado: true })
})

test.each(['{', 'null', '"jueves"', '{"jueves":true}', '{"jueves":1,"viernes":true,"sábado":true}'])(
  'invalid toggles %s are logged and ignored',
  (kept) => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    expect(readDesplegados(aStorage({ 'resultados.dias': kept }))).toEqual({
      jueves: true,
      viernes: true,
      sábado: true,
    })
    expect(error).toHaveBeenCalledOnce()
  },
)

test('a browser without storage is logged, and the page works', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  expect(readBusqueda('categoria', refused)).toBe('')
  expect(readDesplegados(refused)).toEqual({ jueves: true, viernes: true, sábado: true })
  saveBusqueda('categoria', 'tango', refused)
  expect(error).toHaveBeenCalledTimes(3)
})
