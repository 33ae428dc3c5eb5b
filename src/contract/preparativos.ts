import type { Preparativos } from '#domain/preparativos.ts'
import { view } from './view.ts'

/** What is ready and what is missing. The page decides with its clock whether the last backup still counts. */
export const preparativos = view('preparativos', {
  assemble: ([event]: readonly Preparativos[]): Preparativos | undefined => event,
})
