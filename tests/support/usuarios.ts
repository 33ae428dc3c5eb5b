import type { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Input } from '#contract/define.ts'
import { addFoto, type registerUsuario } from '#contract/usuarios.ts'
import type { TestApp } from './app.ts'
import { sweepOrphans } from './sweep.ts'

/** The input of a registration. */
export function anAlta(values: Partial<Input<typeof registerUsuario>> = {}): Input<typeof registerUsuario> {
  return {
    nombre: 'Úrsula',
    apellido: 'Núñez',
    email: 'ursula@ejemplo.mx',
    pais: 'México',
    password: 'clave6',
    ...values,
  }
}

/** A picture as a phone takes it: larger than it is shown, and it says where it was taken. */
export async function aPhoto(background = '#b0136b'): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secreto' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
}

interface Sent {
  readonly type?: string
  readonly nombre?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

/** Sends a photo ahead, as the forms do. */
export async function stagePhoto(
  app: TestApp,
  payload: Buffer | Readable,
  { type = 'image/jpeg', nombre = 'Mi retrato.JPG', headers = {}, from = '127.0.0.1' }: Sent = {},
): Promise<{ readonly status: number; readonly foto: string; readonly code: string; readonly message: string }> {
  const answer = await app.app.http.inject({
    method: 'POST',
    url: `${addFoto.path}?nombre=${encodeURIComponent(nombre)}`,
    remoteAddress: from,
    headers: { 'content-type': type, ...headers },
    payload,
  })
  const { foto = '', code = '', message = '' } = answer.json<{ foto?: string; code?: string; message?: string }>()
  return { status: answer.statusCode, foto, code, message }
}

/** Every stored file. */
export async function storedFiles(app: TestApp): Promise<string[]> {
  return app.deps.files.list('')
}

/** The stored files that stay after a sweep. */
export async function keptFiles(app: TestApp): Promise<string[]> {
  await sweepOrphans(app)
  return storedFiles(app)
}

/** How many rows there are of a person: profile, sign-in, session, link. */
export async function countPeople(app: TestApp): Promise<Record<'users' | 'cuenta' | 'sesion' | 'enlace', number>> {
  return app.deps.db.read(async (tx) => {
    const counts = { users: 0, cuenta: 0, sesion: 0, enlace: 0 }
    for (const table of ['users', 'cuenta', 'sesion', 'enlace'] as const)
      counts[table] = (await tx.selectFrom(table).selectAll().execute()).length
    return counts
  })
}
