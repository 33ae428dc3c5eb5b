import { perfil, usuarios, type PerfilPart, type UsuarioPart } from '#contract/usuarios.ts'
import type { Actor } from '#domain/actor.ts'
import { NONE, project, type Projection } from '../live/project.ts'
import { fotoUrlOf } from './foto.ts'
import { listUsuarios, type Registrado } from './store.ts'

/** The profile of a user, for that user alone. */
export const perfilView: Projection = project(perfil, {
  touched: ({ kind, personaId }, { uid }) => (kind === 'usuario' && personaId === uid ? [uid] : NONE),
  load: (tx, { uid }) => ({ [uid]: async () => (await listUsuarios(tx, [uid]))[0] }),
  present: (usuario, audience) => (isOwn(usuario, audience) ? perfilOf(usuario) : undefined),
  isFor: isOwn,
})

function isOwn({ uid }: { readonly uid: string }, audience: Actor): boolean {
  return audience.role !== 'visitante' && audience.id === uid
}

/** Every user, for the administrator. */
export const usuariosView: Projection = project(usuarios, {
  touched: { 'u:': ['usuario'] },
  load: (tx) => ({
    'u:': async (ids) => new Map((await listUsuarios(tx, ids)).map((usuario) => [usuario.uid, usuario])),
  }),
  present: (usuario): UsuarioPart => ({ ...perfilOf(usuario), desactivado: usuario.desactivada === 1 }),
})

/** Imported users may lack any field. */
function perfilOf({ uid, nombre, apellido, email, pais, fotoPath }: Registrado): PerfilPart {
  return {
    uid,
    nombre: nombre ?? '',
    apellido: apellido ?? '',
    email: email ?? '',
    pais: pais ?? '',
    fotoURL: fotoUrlOf(uid, fotoPath),
  }
}
