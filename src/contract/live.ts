/** The live wire: a snapshot by GET, then frames over one stream. Server and browser both read it here. */

export const SNAPSHOT_PATH = '/api/vistas'
export const STREAM_PATH = '/api/live'
/** Header of every snapshot: the server's clock, ms since 1970. The bytes themselves are cached and cannot say it. */
export const CLOCK_HEADER = 'x-server-time'
/** So many views at once are answered, in a snapshot and on a stream. */
export const MOST_VIEWS = 8
/** A beat this often on every stream; a browser that hears none for `SILENCE_MS` takes the stream for dead. */
export const BEAT_MS = 15_000
export const SILENCE_MS = 40_000

/** The value of `views` in both addresses; the keys as `viewKey` makes them. */
export function encodeViews(keys: readonly string[]): string {
  return keys.map((key) => encodeURIComponent(key)).join(',')
}

export function snapshotUrl(keys: readonly string[]): string {
  return `${SNAPSHOT_PATH}?views=${encodeViews(keys)}`
}

export type Parts = Readonly<Record<string, unknown>>

/** Body of `GET /api/vistas?views=evento,horario`. */
export interface Snapshot {
  /** Changes when the data was replaced by another's (a restore): revisions of two epochs cannot be compared. */
  readonly epoch: string
  readonly revision: number
  readonly views: Readonly<Record<string, Parts>>
  /** The views that were asked for and cannot be shown now. */
  readonly fallidas?: readonly string[]
}

/**
 * What one flush says of one view. With `reset` the parts are all there are; without, they replace those they name. With
 * `fallida` the view cannot be shown any more, and this stream says no more of it.
 */
export interface ViewFrame {
  readonly parts?: Parts
  readonly gone?: readonly string[]
  readonly reset?: true
  readonly fallida?: true
}

/** Data of an SSE `message`; its id is `epoch.revision`, what `since` says when the stream is opened again. */
export interface Frame {
  readonly revision: number
  readonly views: Readonly<Record<string, ViewFrame>>
}

/** Data of SSE `hola` (first of every stream) and `latido` (every 15 s). */
export interface Hola {
  readonly epoch: string
  readonly revision: number
  readonly ahora: number
  /** The build of the page that this instance serves; none in development. */
  readonly build?: string
  /** The views that were asked for and cannot be shown now: this stream does not carry them. */
  readonly fallidas?: readonly string[]
}
export interface Latido {
  readonly ahora: number
}

/** Data of SSE `fin`: why the server ends the stream. `sesion`: ask who you are; else open it again after `espera` ms. */
export interface Fin {
  readonly motivo: 'sesion' | 'reinicio' | 'edad'
  readonly espera: number
}

/** The page's own build, as the page says it in a `meta` of this name: `seconds-hash`, when it was made and of what. */
export const BUILD_META = 'build'

/**
 * Whether an instance serves a page that is newer than an open one. During a rolling upgrade instances of both builds
 * answer: the older one says nothing to a page of the newer, so the notice does not flap. The same sources, built on two
 * machines, have one hash and are one build.
 */
export function isNewerBuild(theirs: string | undefined, ours: string | undefined): boolean {
  const [time, hash] = theirs?.split('-') ?? []
  const [ownTime, ownHash] = ours?.split('-') ?? []
  return hash !== undefined && ownHash !== undefined && hash !== ownHash && Number(time) > Number(ownTime)
}
