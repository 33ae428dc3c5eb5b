/** The protocol of the live views: a snapshot by GET, then frames over one SSE stream. */

import { DIAS } from '#domain/dia.ts'
import { ROLES } from '#domain/role.ts'
import type { RawEndpoint } from './define.ts'

export const SNAPSHOT_PATH = '/api/vistas'
export const STREAM_PATH = '/api/live'
/** The address that tests a connection. */
export const HEALTH_PATH = '/healthz'
/** Header of every snapshot: the clock of the server, ms since 1970. The cached body cannot contain it. */
export const SERVER_TIME_HEADER = 'x-server-time'
/** Header of every snapshot: the audience that it was made for, opaque. Streams name it in `hola`. */
export const AUDIENCE_HEADER = 'x-audience'
/** The requests that follow a large change are spread over this time. */
export const SPREAD_MS = 1_500
/** Limit of views per snapshot and per stream: home, the own entries, and the schedule and the results of each day. */
export const MOST_VIEWS = 2 + 2 * DIAS.length
/** Interval of heartbeats. A browser without one for `SILENCE_MS` opens the stream again. */
export const BEAT_MS = 15_000
export const SILENCE_MS = 40_000

const VISTAS = {
  name: 'views',
  required: true,
  description: `Vistas, ${MOST_VIEWS} a lo más. Las que tienen parámetros los llevan consigo, con el valor codificado como en una dirección: \`resultados?dia=s%C3%A1bado\`.`,
  schema: { type: 'array', items: { type: 'string' }, maxItems: MOST_VIEWS },
  style: 'form',
  explode: false,
  example: ['horario', 'resultados?dia=s%C3%A1bado'],
}

/** The query parameter of both addresses with which no session counts: a screen's page shows what a visitor may read, whoever is signed in. */
export const COMO_VISITANTE = 'visitante'
const VISITANTE = {
  name: COMO_VISITANTE,
  description: '`1`: sin sesión, lo que ve un visitante.',
  schema: { type: 'string' },
}

export const readSnapshot = {
  method: 'GET',
  path: SNAPSHOT_PATH,
  summary: 'Vistas pedidas en `views`, completas. Cada vista exige su propio rol.',
  roles: ROLES,
  query: [VISTAS, VISITANTE],
} as const satisfies RawEndpoint

export const openStream = {
  method: 'GET',
  path: STREAM_PATH,
  summary: 'Lo que cambia en las vistas de `views` desde `since`, como eventos SSE.',
  roles: ROLES,
  query: [
    VISTAS,
    VISITANTE,
    {
      name: 'since',
      description:
        'Lo que ya se tiene: `época~audiencia.revisión`, como lo dice el `id` de `hola`. Con vistas de varias revisiones, una por vista, en su orden: `época~audiencia.revisión.revisión`. Sin él, o de otra época o audiencia, llega todo. `Last-Event-ID` vale lo mismo.',
      schema: { type: 'string' },
    },
  ],
} as const satisfies RawEndpoint

/** The query parameter `views` of both addresses. The keys come from `viewKey`. */
export function encodeViews(keys: readonly string[]): string {
  return keys.map((key) => encodeURIComponent(key)).join(',')
}

export function snapshotUrl(keys: readonly string[]): string {
  return `${SNAPSHOT_PATH}?views=${encodeViews(keys)}`
}

/** Names the state of a client: revisions of two of them cannot be compared. */
export function stateOf(epoch: string, audiencia: string): string {
  return `${epoch}~${audiencia}`
}

/** The epoch of a state. */
export function epochOf(state: string): string {
  return state.split('~', 1)[0] ?? ''
}

export type Parts = Readonly<Record<string, unknown>>

/** Body of `GET /api/vistas?views=evento,horario`. */
export interface Snapshot {
  /** Changes when a restore replaces the data. Revisions of two epochs cannot be compared. */
  readonly epoch: string
  readonly revision: number
  /** The revision of the last change to these views. */
  readonly cambio?: number
  readonly views: Readonly<Record<string, Parts>>
  /** The requested views that fail to load now. */
  readonly fallidas?: readonly string[]
}

/**
 * The update of one view in a frame. `parts` replace the parts with the same keys; with `reset` they replace all parts.
 * With `fallida` the view failed and this stream sends nothing more about it.
 */
export interface ViewFrame {
  readonly parts?: Parts
  readonly gone?: readonly string[]
  readonly reset?: true
  readonly fallida?: true
  /** The change is too large for a frame: the client requests the snapshot of the view within `SPREAD_MS`. */
  readonly nueva?: true
}

/** Data of an SSE `message`. */
export interface Frame {
  readonly revision: number
  readonly views: Readonly<Record<string, ViewFrame>>
}

/**
 * Data of SSE `hola`, the first event of every stream. Its id is `since` for a stream that is opened again without later
 * frames. `latido` follows every 15 s.
 */
export interface Hola {
  readonly epoch: string
  /** The audience of the stream, as in `AUDIENCE_HEADER`. */
  readonly audiencia: string
  readonly revision: number
  readonly ahora: number
  /** The build of the page that this instance serves; none in development. */
  readonly build?: string
  /** The requested views that fail to load now. This stream does not carry them. */
  readonly fallidas?: readonly string[]
}
export interface Latido {
  readonly ahora: number
}

/**
 * Data of SSE `fin`: the server ends the stream. `sesion`: read the session again. `reinicio`: open the stream again after
 * `espera` ms. `edad`: the same, and this stream goes on for a while: open the new one before closing this one.
 */
export interface Fin {
  readonly motivo: 'sesion' | 'reinicio' | 'edad'
  readonly espera: number
}

/** Name of the `meta` element with the build of a page: `seconds-hash`, its time and the hash of its sources. */
export const BUILD_META = 'build'

/**
 * Whether an instance serves a newer page than the open one. During a rolling upgrade, a page of the new build that
 * connects to an old instance shows no notice. Builds of the same sources on two machines have the same hash and are equal.
 */
export function isNewerBuild(theirs: string | undefined, ours: string | undefined): boolean {
  const [time, hash] = theirs?.split('-') ?? []
  const [ownTime, ownHash] = ours?.split('-') ?? []
  return hash !== undefined && ownHash !== undefined && hash !== ownHash && Number(time) > Number(ownTime)
}
