import { createPantalla } from '#contract/pantallas.ts'
import { pantalla, pantallas } from '#contract/views/pantallas.ts'
import type { TipoPantalla } from '#domain/pantalla.ts'
import type { Client } from '../support/app.ts'
import { aTrack } from '../support/mp3.ts'
import { keepsItsFiles } from '../e2e/telefono.ts'
import { expect, test } from './fixtures.ts'
import { button, type Tab } from './tab.ts'

const entry = (nombre: string, orden: number) => ({
  nombre,
  compania: 'Son',
  categoria: 'Salsa',
  dia: 'jueves',
  orden,
  fechaInscripcion: '2025-03-20',
  musicaPath: `musica/${orden}.mp3`,
})
const EVENTO = {
  categorias: { salsa: { nombre: 'Salsa', dia: 'jueves', orden: 1 } },
  competidores: { salsa: { a: entry('Ana', 1), b: entry('Beto', 2) } },
  adminMinutoAMinuto: { dia: 'jueves', activarReloj: true },
}
const said = (name: string) => ({ css: 'p, span, h2, output, [role=status]', name })

/** The address of a new screen, after the fragment's sign. */
async function linkOf(organiser: Client, tipo: TipoPantalla): Promise<string> {
  await organiser.send(createPantalla, { nombre: tipo, tipo })
  return `/pantalla/${(await organiser.see(pantallas))?.pantallas[0]?.enlace}`
}

async function openScreen(tab: Tab, path: string): Promise<void> {
  await tab.open('/')
  // The page of a screen is a document of its own: what home still loads ends here.
  await tab.run((hash: string) => void (Object.assign(window, { seVa: true }).location.hash = hash), path)
}

test('the post of music keeps the tracks of the day, and plays, fades and opens again without a signal', async ({
  tab,
  seed,
  gate,
  organiser,
}) => {
  await seed.tree(EVENTO, { 'musica/1.mp3': aTrack(60, 1), 'musica/2.mp3': aTrack(60, 2) })
  const path = await linkOf(organiser, 'Música')
  await openScreen(tab, path)
  await tab.see(said('Música en este equipo: 2 de 2'))
  await tab.until('activated', () => navigator.serviceWorker.controller?.state)
  await tab.until(true, keepsItsFiles)
  gate.set('shut')
  await tab.see(said('Sin conexión'))
  await tab.reload()
  await tab.see(said('Música en este equipo: 2 de 2'))
  const isBeyond = (text: string) => {
    const left = document.querySelector('.musica-resta')?.textContent
    return Boolean(left) && String(left) < text
  }
  await tab.press(button('*Reproducir Ana'))
  await tab.until(true, isBeyond, '\u22120:59')
  await tab.press(button('*Bajar y parar'))
  await tab.see(button('*Reproducir Ana'))
  await tab.press(button('*Reproducir Beto'))
  await tab.see(said('*Suena'))
  await tab.until(true, isBeyond, '\u22121:00')
  gate.set('open')
})

test('the post at the stage door keeps a tap over a reload without a signal, and sends it when the signal is back', async ({
  tab,
  seed,
  gate,
  organiser,
}) => {
  await seed.dias({ jueves: { Salsa: ['Ana', 'Beto', 'Cira'] } })
  const path = await linkOf(organiser, 'Recepción')
  await openScreen(tab, path)
  await tab.see(said('*Faltan por llegar: 3'))
  await tab.until('activated', () => navigator.serviceWorker.controller?.state)
  await tab.until(true, keepsItsFiles)
  gate.set('shut')
  await tab.see(said('Sin conexión'))
  await tab.press({ css: 'label', name: '*Beto' })
  await tab.see(said('*1 por enviar'))
  await tab.reload()
  await tab.see(said('*Faltan por llegar: 2'))
  await tab.see(said('*1 por enviar'))
  gate.set('open')
  await tab.gone(said('*1 por enviar'))
  const enlace = path.split('/').at(-1) ?? ''
  await expect
    .poll(async () => (await organiser.see(pantalla, { enlace }))?.llegadas?.toques)
    .toMatchObject([{ llego: true }])
})
