import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from './source.ts'

const folder = mkdtempSync(join(tmpdir(), 'salsa-origen-'))

test.each([
  ['', 'está vacío'],
  ['{"categorias":', 'se corta antes de terminar'],
  ['{\n  "categorias": {},\n  "competidores" {}\n}', 'revisa la línea 3, columna 18'],
  ['{\n  "users": sí\n}', 'revisa lo que hay en «{ "users": sí }»'],
  [`{"a":"${'x'.repeat(200)}","users": sí}`, 'revisa lo que hay en «,"users": sí}»'],
])('what is wrong with a file that is no JSON is told in Spanish: %j', async (text, said) => {
  const file = join(folder, 'evento.json')
  writeFileSync(file, text)
  await expect(readSource(file)).rejects.toThrow(`${file} no es JSON: ${said}.`)
})

test('a folder in the place of the file is told in Spanish', async () => {
  const file = join(folder, 'carpeta.json')
  mkdirSync(file)
  await expect(readSource(file)).rejects.toThrow(`No se puede leer ${file}: es una carpeta.`)
})
