import { effort } from './effort.ts'
import type { Goal } from './goal.ts'
import { withScreen } from './pantalla.ts'

const SLOWDOWN = effort(4)
const PREMIOS = effort(10, 2)
/** From one step to the next: longer than the movement of a step, and than the least time between two. */
const STEP_MS = effort(1_800, 1_050)
const FRAME_MS = 1_000 / 60

/** The frames that the screen of the hall draws over a whole ceremony on a slow laptop. */
export async function premiacion(executablePath: string, rounds: number): Promise<Goal> {
  return withScreen(executablePath, { tree: aFinal() }, async ({ context, headers, path }) => {
    const page = await context.newPage()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(path)
    const act = (method: string, to: string, data: object) =>
      context.request.fetch(`/api/categorias/c1/premiacion${to}`, { method, data, headers })
    const drawn: number[] = []
    const due: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await act('POST', '', { premios: PREMIOS })
      await page.waitForTimeout(STEP_MS)
      await page.evaluate(countFrames)
      for (let desde = 0; desde < PREMIOS; desde += 1) {
        await act('PUT', '/paso', { desde, sentido: 'siguiente' })
        await page.waitForTimeout(STEP_MS)
      }
      const { frames, ms } = await page.evaluate(() => Reflect.get(window, 'counted') as { frames: number; ms: number })
      drawn.push(frames)
      due.push(ms / FRAME_MS)
      await act('DELETE', '', {})
    }
    return {
      name: `page: frames of a ceremony of ${PREMIOS} prizes, that were due over those drawn`,
      unit: '',
      limit: 1.05,
      baseline: drawn,
      subject: due,
      notes: `1920x1080, CPU ${SLOWDOWN}x slower, without a graphics card`,
    }
  })
}

/** Counts the frames from now on. Runs in the page. */
function countFrames(): void {
  const began = performance.now()
  const counted = { frames: 0, ms: 0 }
  Reflect.set(window, 'counted', counted)
  const frame = (now: number): void => {
    counted.frames += 1
    counted.ms = now - began
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** A closed category with a judge's marks, and a screen of the hall. */
function aFinal(): object {
  const nombres = Array.from(
    { length: PREMIOS + 2 },
    (_, index) => `María Fernanda ${index} y José Guadalupe Montemayor`,
  )
  const entry = (nombre: string, index: number) => ({
    nombre,
    compania: 'Team Cubanísimo',
    categoria: 'Salsa',
    dia: 'jueves',
    orden: index + 1,
    fechaInscripcion: '2025-03-20',
  })
  return {
    categorias: { c1: { nombre: 'Salsa', dia: 'jueves', orden: 1, fechaCreacion: '2025-03-01T15:00:00.000Z' } },
    competidores: { salsa: Object.fromEntries(nombres.map((nombre, index) => [`e${index}`, entry(nombre, index)])) },
    calificaciones: {
      jueves: {
        Salsa: Object.fromEntries(
          nombres.map((nombre, index) => [nombre, { Rosa: { l_calificacion: `${60 - index}.00` } }]),
        ),
      },
    },
    extra: {
      cierres: { c1: { autor: 'Rosa', fecha: '2025-04-10T20:00:00.000Z' } },
      pantallas: [{ nombre: 'Foro', tipo: 'Sala' }],
    },
  }
}
