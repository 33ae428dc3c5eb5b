import { DIAS } from '#domain/dia.ts'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { horario } from '#contract/views/horario.ts'
import type { AnyView } from '../live/openView.ts'
import type { Path } from '../paths.ts'

interface Wanted {
  readonly key: string
  readonly view: AnyView
}

/** Read by the frame of every screen. */
export const ELSEWHERE: readonly Wanted[] = [{ key: viewKey(portada), view: portada }]

/**
 * The views of the screens that people open first. The page asks for them before its program has come, in one request
 * that the program then takes up: so both name them in this order.
 */
export const FIRST: Partial<Record<Path, readonly Wanted[]>> = {
  '/horario': [...ELSEWHERE, { key: viewKey(horario), view: horario }],
  '/calificaciones': [...ELSEWHERE, ...DIAS.map((dia) => ({ key: viewKey(resultados, { dia }), view: resultados }))],
}
