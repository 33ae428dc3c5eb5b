import { DIAS } from '#domain/dia.ts'
import { viewKey } from '../view.ts'
import { resultados } from './calificaciones.ts'
import { horario } from './horario.ts'
import { portada } from './portada.ts'

const FRAME = { key: viewKey(portada), view: portada }

/**
 * The public screens: the path of each, its public address with the other names that a person may guess, and its views in the
 * order of a request. The frame of every screen reads the view of the first. The page requests these views before its program
 * is loaded, and a device keeps a copy of them. `vista` is also the name of the file of the build with the code of the screen.
 */
export const PUBLICAS = [
  { path: '/', vista: 'portada', otros: ['inicio', 'home', 'evento'], views: [FRAME] },
  {
    path: '/horario',
    vista: 'horario',
    otros: ['minuto-a-minuto'],
    views: [FRAME, { key: viewKey(horario), view: horario }],
  },
  {
    path: '/calificaciones',
    vista: 'resultados',
    otros: ['calificaciones'],
    views: [FRAME, ...DIAS.map((dia) => ({ key: viewKey(resultados, { dia }), view: resultados }))],
  },
] as const
