import { DIAS } from '#domain/dia.ts'
import { portada } from '#contract/views/portada.ts'
import { viewKey } from '#contract/view.ts'
import { resultados } from '#contract/views/calificaciones.ts'
import { horario } from '#contract/views/horario.ts'
import type { AnyView } from '../live/openView.ts'
import type { Path } from '../paths.ts'

interface KeyedView {
  readonly key: string
  readonly view: AnyView
}

/** The views that the header and footer of every screen read. */
export const FRAME_VIEWS: readonly KeyedView[] = [{ key: viewKey(portada), view: portada }]

/**
 * The views of the screens that people open first. `prepaint.js` requests them before the program is loaded; the feed uses
 * that answer, so both name the views in this order.
 */
export const FIRST_VIEWS: Partial<Record<Path, readonly KeyedView[]>> = {
  '/horario': [...FRAME_VIEWS, { key: viewKey(horario), view: horario }],
  '/calificaciones': [...FRAME_VIEWS, ...DIAS.map((dia) => ({ key: viewKey(resultados, { dia }), view: resultados }))],
}
