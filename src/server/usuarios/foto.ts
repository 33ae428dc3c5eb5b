import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { readFoto } from '#contract/usuarios.ts'
import { slugOf } from '#domain/categoria.ts'
import { Problem } from '#domain/problem.ts'
import type { Actor } from '#domain/actor.ts'
import { claimAttempt, mustHaveAttempts } from '../acceso/attempts.ts'
import type { Deps } from '../deps.ts'
import { convertPhoto } from '../files/photo.ts'
import { joinFiles } from '../files/content.ts'
import { FOTOS, FOTOS_EN_ESPERA } from '../files/store.ts'
import type { ReceivedImage } from '../http/uploads.ts'
import { findUsuario } from './store.ts'

const BOX = { width: 512, height: 512 }
/**
 * Checks how many photos a network (an IPv4 address, an IPv6 /64) has uploaded, before the next one is read. Counts nothing.
 * Throws `session.tooManyRequests` at the limit.
 */
export async function checkFotoLimits(deps: Deps, network: string): Promise<void> {
  await mustHaveAttempts(deps, ['foto', network])
}

/**
 * Stages a photo before its form is sent, and counts it for the network. A refused photo is not counted.
 * Throws `imagen.unreadable`, `imagen.heic`, `server.busy`, `session.tooManyRequests`.
 */
export async function receiveFoto(deps: Deps, network: string, image: ReceivedImage): Promise<{ foto: string }> {
  const { nombre, bytes } = image
  const webp = await convertPhoto(bytes, BOX, network)
  await claimAttempt(deps, [['foto', network]])
  const bare = slugOf(nombre.replace(/\.[^.]*$/, '')).slice(0, 60) || 'foto'
  const foto = `${deps.newId()}_${bare}`
  await deps.files.put(stagedPath(foto), Readable.from([webp]))
  return { foto }
}

export async function isStaged(deps: Deps, foto: string): Promise<boolean> {
  return (await deps.files.look(stagedPath(foto))) !== null
}

function stagedPath(foto: string): string {
  return `${FOTOS_EN_ESPERA}/${foto}.webp`
}

/** The final path of a photo. Null without a photo; undefined when the staged file was swept. */
export type NewFoto = string | null | undefined

/**
 * Stores a staged photo under a new path, where it is an orphan until a profile names it. Does not throw for a missing photo:
 * a repeated request gets its first answer.
 */
export async function storeFoto(deps: Deps, uid: string, foto: string | undefined): Promise<NewFoto> {
  if (foto === undefined) return null
  const bare = foto.slice(foto.indexOf('_') + 1)
  const path = `${FOTOS}/${uid}_${bare}_${deps.newId().slice(0, 8)}.webp`
  return (await joinFiles(deps.files, [stagedPath(foto)], path)) ? path : undefined
}

/** Returns the path for the profile. Throws `foto.missing`. */
export function takeFoto(nueva: NewFoto): string | null {
  if (nueva === undefined) throw new Problem('foto.missing')
  return nueva
}

/** The address of a photo. It changes with the photo, so that browsers can cache it. */
export function fotoUrlOf(uid: string, path: string | null): string | null {
  if (!path) return null
  const version = createHash('sha256').update(path).digest('base64url').slice(0, 10)
  return `${readFoto.path.replace(':id', encodeURIComponent(uid))}?v=${version}`
}

/**
 * The path of the photo of a profile. Throws `archivo.missing` when the profile has no photo, or the actor may not see it.
 */
export async function fotoFor(deps: Deps, actor: Actor, uid: string): Promise<string> {
  const isOwner = actor.role === 'usuario' && actor.id === uid
  const usuario = isOwner || actor.role === 'admin' ? await deps.db.read((tx) => findUsuario(tx, uid)) : undefined
  if (!usuario?.fotoPath) throw new Problem('archivo.missing')
  return usuario.fotoPath
}
