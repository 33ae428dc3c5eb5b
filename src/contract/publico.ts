/** The public addresses: what a visitor sees, the same bytes for everyone, for caches and for the device. */

import { foldTexto } from '#domain/busqueda.ts'
import { DIAS } from '#domain/dia.ts'
import { ROLES } from '#domain/role.ts'
import type { RawEndpoint } from './define.ts'
import { detalle, resultados } from './views/calificaciones.ts'
import { PUBLICAS } from './views/publicas.ts'
import type { Ruta } from './views/ruta.ts'
import { viewKey, type Params } from './view.ts'

export const PUBLICO_PATH = '/publico/:vista'
/**
 * The time for which a cache may answer, in seconds. A cache counts whole seconds, so an answer may be almost one second
 * older than this: two seconds after something was hidden, no cache has it.
 */
export const PUBLICO_MAX_AGE_S = 1

/** The names of the address of a detail, as a person may guess them. The other addresses stand in `PUBLICAS`. */
const DETALLE = ['detalle', 'calificaciones-detalle', 'detalles']

const text = (name: string, description: string, example: string) => ({
  name,
  description,
  schema: { type: 'string' },
  example,
})

export const readPublico = {
  method: 'GET',
  path: PUBLICO_PATH,
  summary:
    'Lo que ve un visitante, igual para todos y sin cookies, para memorias intermedias: `portada`, `horario`, `resultados` (todos los días, o el de `dia`) y `detalle` (de `dia`, `categoria` y `nombre`). La respuesta es la de `GET /api/vistas`.',
  roles: ROLES,
  params: {
    vista: { type: 'string', enum: [...PUBLICAS.map(({ vista }) => vista), 'detalle'], example: 'horario' },
  },
  query: [
    text('dia', `Para \`resultados\` y \`detalle\`: ${DIAS.map((dia) => `\`${dia}\``).join(', ')}.`, 'jueves'),
    text('categoria', 'Para `detalle`: el nombre de la categoría.', 'Salsa'),
    text('nombre', 'Para `detalle`: el nombre del competidor, o su id.', 'Ana y Luis'),
  ],
} as const satisfies RawEndpoint

/** The address of a detail by names; undefined for every other address. */
export function publicRuta(vista: string, { dia, categoria, nombre }: Params): Ruta | undefined {
  const found = diaOf(dia ?? '')
  return DETALLE.includes(foldTexto(vista)) && found && categoria && nombre
    ? { dia: found, categoria, nombre }
    : undefined
}

/** The keys of the views at a public address; undefined when there is no such address. */
export function publicKeys(vista: string, { dia, ...ids }: Params): readonly string[] | undefined {
  const name = foldTexto(vista)
  const found = diaOf(dia ?? '')
  if (DETALLE.includes(name)) {
    const params = detalle.params({ dia: found, ...ids })
    return params && [viewKey(detalle, params)]
  }
  const screen = PUBLICAS.find(({ vista: own, otros }) => [own, ...otros].some((one) => one === name))
  if (screen?.vista === 'resultados' && dia !== undefined) return found && [viewKey(resultados, { dia: found })]
  return screen?.views.map(({ key }) => key)
}

/** The public address of a view, or of a screen: the key of a view is written as an address is. */
export function publicUrl(key: string): string {
  return `/publico/${key}`
}

function diaOf(text: string): (typeof DIAS)[number] | undefined {
  return DIAS.find((dia) => foldTexto(dia) === foldTexto(text))
}
