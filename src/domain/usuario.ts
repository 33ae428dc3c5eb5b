import { matchesBusqueda } from './busqueda.ts'

/** The profile of a registered user. A text that is missing in imported data is empty. */
export interface Usuario {
  readonly uid: string
  readonly nombre: string
  readonly apellido: string
  readonly email: string
  readonly pais: string
}

/** First and last name, or the one that is known. */
export function nombresOf({ nombre, apellido }: { nombre: string | null; apellido: string | null }): string {
  return [nombre, apellido].filter(Boolean).join(' ')
}

/** The display name of a user: the names, else the e-mail. */
export function nombreCompletoOf(usuario: Pick<Usuario, 'nombre' | 'apellido' | 'email'>): string {
  return nombresOf(usuario) || usuario.email || 'Sin nombre'
}

const ES = new Intl.Collator('es')

/** Sorts users by display name. */
export function sortUsuarios<U extends Usuario>(usuarios: readonly U[]): U[] {
  return usuarios.toSorted((a, b) => ES.compare(nombreCompletoOf(a), nombreCompletoOf(b)) || (a.uid < b.uid ? -1 : 1))
}

/** Whether every word of a search is in the names or the e-mail of a user. */
export function matchesUsuario({ nombre, apellido, email }: Usuario, texto: string): boolean {
  const fields = `${nombre} ${apellido} ${email}`
  return texto.split(/\s+/).every((word) => matchesBusqueda(fields, word))
}

/** Characters that a new e-mail address must not contain: mail programs parse them as a name, a list or a comment. */
export const CORREO_PROHIBIDO = /[<>()",;:\\]/
