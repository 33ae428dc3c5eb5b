import type { Page } from '@playwright/test'
import { aTrack } from '../tests/support/mp3.ts'
import { effort } from './effort.ts'
import { median } from './figures.ts'
import type { Goal } from './goal.ts'
import { withScreen, type Screen } from './pantalla.ts'

const PISTAS = effort(100, 3)
const SEGUNDOS = 180
/** The promise: from a press to the sound, in ms. */
const PROMISED_MS = 100

/**
 * From the space bar on the post of music to the sound of the entry that has the turn: tracks on the device, beside the same from the
 * network of this machine.
 */
export async function sonido(executablePath: string): Promise<Goal> {
  return withScreen(executablePath, anEvent(), async (screen) => {
    const fromDevice = await presses(screen, true)
    const fromNetwork = await presses(screen, false)
    const told = (list: readonly number[]) =>
      `median ${median(list).toFixed(0)}, worst ${Math.max(...list).toFixed(0)} ms`
    return {
      name: `page: from a press to the sound, ${PISTAS} tracks of ${SEGUNDOS / 60} min on the device, worst over ${PROMISED_MS} ms`,
      unit: 'ms',
      limit: 1,
      baseline: [PROMISED_MS],
      subject: [Math.max(...fromDevice)],
      notes: `device: ${told(fromDevice)}; network (this machine): ${told(fromNetwork)}`,
    }
  })
}

/** The time from the key to the event `playing`, for each track once. Without `keeps` the browser refuses storage. */
async function presses({ context, headers, path }: Screen, keeps: boolean): Promise<number[]> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  if (!keeps) await page.addInitScript(() => Reflect.deleteProperty(window, 'indexedDB'))
  await page.goto(path)
  if (keeps) await page.getByText(`Música en este equipo: ${PISTAS} de ${PISTAS}`).waitFor({ timeout: 10 * 60 * 1_000 })
  const times: number[] = []
  for (let at = 1; at <= PISTAS; at += 1) {
    await context.request.put('/api/turno', { data: { selectedRow: at }, headers })
    await page
      .getByRole('button', { name: `Reproducir Pareja ${at}`, exact: true })
      .and(page.locator('.musica-play'))
      .waitFor()
    times.push(await timeOf(page))
    await page.keyboard.press(' ')
    await page.keyboard.press('r')
  }
  await page.close()
  return times
}

async function timeOf(page: Page): Promise<number> {
  await page.evaluate(() => Reflect.set(window, 'sounded', undefined))
  await page.keyboard.press(' ')
  await page.waitForFunction(() => typeof Reflect.get(window, 'sounded') === 'number')
  return page.evaluate(() => Number(Reflect.get(window, 'sounded')))
}

/** Notes the time from the last key to the next `playing`. Runs in the page. */
function watch(): void {
  let pressed = 0
  addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true)
  const Make = window.Audio
  const Watched = function Audio(): HTMLAudioElement {
    const sound = new Make()
    sound.addEventListener('playing', ({ timeStamp }) => Reflect.set(window, 'sounded', timeStamp - pressed))
    return sound
  }
  Reflect.set(window, 'Audio', Watched)
}

function anEvent(): { readonly tree: object; readonly files: Readonly<Record<string, Buffer>> } {
  const places = Array.from({ length: PISTAS }, (_, at) => at + 1)
  const entry = (orden: number) => ({
    nombre: `Pareja ${orden}`,
    compania: 'Sabor',
    categoria: 'Salsa',
    dia: 'jueves',
    orden,
    fechaInscripcion: '2025-03-20',
    musicaPath: `musica/p${orden}.mp3`,
  })
  return {
    tree: {
      categorias: { c1: { nombre: 'Salsa', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' } },
      competidores: { salsa: Object.fromEntries(places.map((orden) => [`p${orden}`, entry(orden)])) },
      adminMinutoAMinuto: { dia: 'jueves', activarReloj: true },
      extra: { pantallas: [{ nombre: 'Cabina', tipo: 'Música' }] },
    },
    files: Object.fromEntries(places.map((orden) => [`musica/p${orden}.mp3`, aTrack(SEGUNDOS, orden)])),
  }
}
