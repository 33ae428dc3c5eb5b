import { writeFileSync } from 'node:fs'
import { createJuez } from '#contract/jueces.ts'
import { saveTurno } from '#contract/horario.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { jueces } from '#contract/views/jueces.ts'
import { URSULA } from '../e2e/people.ts'
import { aTrack } from '../support/mp3.ts'
import { expect, test } from './fixtures.ts'
import { button, field, row, text } from './tab.ts'

test('a judge marks without signal; the mark stays over a reload and is sent when the signal is back', async ({
  tab,
  seed,
  gate,
  organiser,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto'] } })
  await organiser.send(saveTurno, { selectedRow: 1 })
  await organiser.send(createJuez, { nombre: 'Amparo' })
  const enlace = (await organiser.see(jueces))?.jueces[0]?.enlace
  // Through the home page: a driver of WebKit never answers for a first page at this address.
  await tab.open('/')
  await tab.run((path: string) => void (location.hash = path), `/juez/${enlace}`)
  await tab.see({ css: 'h1', name: '*Ana' })
  await tab.until('activated', () => navigator.serviceWorker.controller?.state)
  const puntosAt = (at: number) => document.querySelectorAll<HTMLInputElement>('[role=spinbutton]')[at]?.value
  const count = await tab.run(() => document.querySelectorAll('[role=spinbutton]').length)
  expect(count).toBeGreaterThan(3)
  gate.set('shut')
  await tab.see({ css: '[role=status], p, span', name: '*Sin conexión' })
  for (let at = 0; at < count; at += 1) {
    await tab.press(button('8'))
    await tab.until('8.0', puntosAt, at)
    await tab.press(button('.5'))
    await tab.until('8.5', puntosAt, at)
  }
  await tab.press(button('Enviar'))
  await tab.see({ css: '[role=status], p, span', name: '*1 pendiente' })
  await tab.reload()
  await tab.see({ css: '[role=status], p, span', name: '*1 pendiente' })
  gate.set('open')
  await tab.gone({ css: '[role=status], p, span', name: '*1 pendiente' })
  await tab.see({ css: 'ul, ol, section', name: '*Ana' })
  const marked = async () => JSON.stringify(await organiser.see(resultados, { dia: 'jueves' }))
  await expect.poll(marked).toContain(String(8.5 * count))
})

test('a competitor registers, enters with an mp3, hears it and moves in it', async ({ tab, seed }, info) => {
  await seed.dias({ jueves: { Salsa: ['Ana'] } })
  const track = info.outputPath('mezcla.mp3')
  writeFileSync(track, aTrack(60))
  await tab.open('/')
  const post = async (path: string, data: object) => {
    const init = { method: 'POST', body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }
    return (await fetch(path, init)).status
  }
  expect(await tab.run(post, '/api/usuarios', URSULA)).toBe(200)
  expect(await tab.run(post, '/api/sesion', URSULA)).toBe(200)
  await tab.open('/#/competencia')
  await tab.type(field('Nombre del competidor'), 'Úrsula')
  await tab.type(field('Compañía'), 'Son')
  await tab.run(() => {
    const select = [...document.querySelectorAll('select')].find((one) => one.labels?.[0]?.textContent === 'Categoría')
    if (!select) return
    select.value = [...select.options].find((one) => one.text === '1 - Salsa')?.value ?? ''
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await tab.type({ css: 'input[type=file]' }, track)
  await tab.see(text('*mezcla.mp3'))
  await tab.press(button('Inscribir'))
  await tab.see(row('*Úrsula'))
  await tab.press(button('Reproducir Úrsula'))
  const slider = { css: 'input[type=range]', name: 'Posición de Úrsula' }
  const length = (css: string) => document.querySelector(css)?.getAttribute('aria-valuetext')?.split(' de ')[1]
  await tab.until('1:00', length, slider.css)
  const middle = await tab.at(slider)
  await tab.pressAt(middle)
  const at = (css: string) => Math.abs(Number(document.querySelector<HTMLInputElement>(css)?.value) - 50) < 10
  await tab.until(true, at, slider.css)
})
