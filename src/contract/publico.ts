/** The public addresses: what a visitor sees, the same bytes for everyone, for caches and for the device. */

import { DIAS } from '#domain/dia.ts'
import { ROLES } from '#domain/role.ts'
import type { RawEndpoint } from './define.ts'
import { detalle, resultados } from './views/calificaciones.ts'
import { horario } from './views/horario.ts'
import { portada } from './views/portada.ts'
import { viewKey, type Params } from './view.ts'

export const PUBLICO_PATH = '/publico/:vista'
/**
 * The time for which a cache may answer, in seconds. A cache counts whole seconds, so an answer may be almost one second
 * older than this: two seconds after something was hidden, no cache has it.
 */
export const PUBLICO_MAX_AGE_S = 1

const PORTADA = viewKey(portada)

interface VistaPublica {
  /** Other names of the address, as a person may guess them. */
  readonly otros: readonly string[]
  /** The keys of the views of an answer; undefined where the parameters name nothing. */
  readonly keys: (params: Params) => readonly string[] | undefined
}

/** The public addresses by name. Each has the views of its screen, so that the page needs one request. */
const VISTAS_PUBLICAS: Readonly<Record<string, VistaPublica>> = {
  portada: { otros: ['inicio', 'home', 'evento'], keys: () => [PORTADA] },
  horario: { otros: ['minuto-a-minuto'], keys: () => [PORTADA, viewKey(horario)] },
  resultados: {
    otros: ['calificaciones'],
    keys: ({ dia }) => {
      if (dia === undefined) return [PORTADA, ...DIAS.map((one) => viewKey(resultados, { dia: one }))]
      const found = diaOf(dia)
      return found && [viewKey(resultados, { dia: found })]
    },
  },
  detalle: {
    otros: ['calificaciones-detalle', 'detalles'],
    keys: ({ dia = '', categoria, nombre }) => {
      const found = diaOf(dia)
      return found && categoria && nombre ? [viewKey(detalle, { dia: found, categoria, nombre })] : undefined
    },
  },
}

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
    'Lo que ve un visitante, igual para todos y sin cookies, para memorias intermedias: `portada`, `horario`, `resultados` (los tres días, o el de `dia`) y `detalle` (de `dia`, `categoria` y `nombre`). La respuesta es la de `GET /api/vistas`.',
  roles: ROLES,
  params: {
    vista: { type: 'string', enum: Object.keys(VISTAS_PUBLICAS), example: 'horario' },
  },
  query: [
    text('dia', `Para \`resultados\` y \`detalle\`: ${DIAS.map((dia) => `\`${dia}\``).join(', ')}.`, 'jueves'),
    text('categoria', 'Para `detalle`: el nombre de la categoría.', 'Salsa'),
    text('nombre', 'Para `detalle`: el nombre del competidor, o su id.', 'Ana y Luis'),
  ],
} as const satisfies RawEndpoint

/** The keys of the views at a public address; undefined when there is no such address. */
export function publicKeys(vista: string, params: Params): readonly string[] | undefined {
  const plain = plainOf(vista)
  const found = Object.entries(VISTAS_PUBLICAS).find(([own, { otros }]) => own === plain || otros.includes(plain))
  return found?.[1].keys(params)
}

/** The public address of a view, or of a screen: the key of a view is written as an address is. */
export function publicUrl(key: string): string {
  return `/publico/${key}`
}

function diaOf(text: string): (typeof DIAS)[number] | undefined {
  return DIAS.find((dia) => plainOf(dia) === plainOf(text))
}

function plainOf(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
