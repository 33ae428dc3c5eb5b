import { setPublicacion, saveTurno } from '#contract/horario.ts'
import { test, expect } from './fixtures.ts'
import { button, dialog, field, link, row, text } from './tab.ts'

const SALSA = ['Ana', 'Beto', 'Caro']
const marked = (l_calificacion: string) => ({ Amparo: { l_calificacion } })
const PUBLICO = {
  adminMinutoAMinuto: { dia: 'jueves', activarReloj: true, selectedRow: 1, mostrarCalificaciones: true },
  calificaciones: { jueves: { Salsa: { Ana: marked('51.5'), Beto: marked('48'), Caro: marked('45') } } },
}

test('a press on a result opens its own detail, whose title names it, and each star is in its row', async ({
  tab,
  seed,
}) => {
  await seed.dias({ jueves: { Salsa: SALSA, Son: ['Dani', 'Elsa'] } }, PUBLICO)
  for (const width of [1280, 390]) {
    await tab.resize(width, 844)
    for (const nombre of [...SALSA, 'Dani']) {
      await tab.open('/#/calificaciones')
      await tab.press(row(`*${nombre}`))
      await tab.until(true, (name: string) => document.title.startsWith(`${name}, Detalles de calificación`), nombre)
      await tab.see(text(nombre))
    }
    await tab.open('/#/calificaciones')
    await tab.see(row('*Elsa'))
    for (const nombre of SALSA) {
      const star = await tab.at(button(`Seguir a ${nombre}`))
      const inRow = (at: { x: number; y: number }) => document.elementFromPoint(at.x, at.y)?.closest('tr')?.textContent
      expect(await tab.run(inRow, star)).toContain(nombre)
    }
  }
  await tab.press(button('Seguir a Beto'))
  await tab.see(button('Dejar de seguir a Beto'))
  // Both columns begin at the same height.
  await tab.resize(1280, 800)
  const tops = () =>
    new Set([...document.querySelectorAll('table')].slice(0, 2).map((one) => one.getBoundingClientRect().top)).size
  await tab.until(1, tops)
})

test('the schedule is live, is searched, follows an entry, and turns dark', async ({ tab, seed, organiser }) => {
  await seed.dias({ jueves: { Salsa: SALSA } }, PUBLICO)
  await tab.open('/#/horario')
  const current = () => document.querySelector('tbody tr[aria-current]')?.textContent?.match(/Ana|Beto|Caro/)?.[0]
  await tab.until('Ana', current)
  await organiser.send(saveTurno, { selectedRow: 2 })
  await tab.until('Beto', current)
  await tab.press(button('Seguir a Caro'))
  await tab.see(text('Sigo'))
  await tab.type(field('Buscar competidor...'), 'caro')
  await tab.gone(row('*Ana'))
  await tab.press(button('Menú'))
  await tab.press({ css: '[role=switch]', name: 'Modo escenario', inside: dialog })
  await tab.until('escenario', () => document.documentElement.dataset['modo'])
  await tab.pressAt({ x: 1100, y: 600 })
  await tab.gone(dialog)
})

test('a page without signal says so, opens from the device, and follows the server again', async ({
  tab,
  seed,
  gate,
  organiser,
}) => {
  await seed.dias({ jueves: { Salsa: SALSA } }, PUBLICO)
  await tab.open('/#/horario')
  await tab.see(row('*Beto'))
  await tab.until('activated', () => navigator.serviceWorker.controller?.state)
  const isKept = async (): Promise<boolean> => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return names.some((name) => name.startsWith('publico-')) && all.every((count) => count > 0)
  }
  await tab.until(true, isKept)
  gate.set('shut')
  await tab.see(text('*Sin conexión, datos de'))
  await tab.reload()
  await tab.see(row('*Beto'))
  gate.set('open')
  await organiser.send(saveTurno, { selectedRow: 3 })
  await tab.until('Caro', () => document.querySelector('tbody tr[aria-current]')?.textContent?.match(/Caro/)?.[0])
  await tab.gone(text('*Sin conexión, datos de'))
})

test('a day is switched on while its results are open; its link is shared', async ({ tab, seed, organiser }) => {
  await seed.dias(
    { jueves: { Salsa: SALSA } },
    { ...PUBLICO, adminMinutoAMinuto: { mostrarCalificaciones: true, mostrarJueves: false } },
  )
  await tab.open('/#/calificaciones')
  await tab.see({ css: 'h1', name: 'Resultados' })
  await organiser.send(setPublicacion, { campo: 'mostrarJueves', valor: true })
  await tab.press(link('Ver Ana'))
  await tab.see(button('Compartir'))
})
