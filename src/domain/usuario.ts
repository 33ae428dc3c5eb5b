import { matchesBusqueda } from './busqueda.ts'

/** A competitor's account as people see it. What came in without a text has an empty one. */
export interface Usuario {
  readonly uid: string
  readonly nombre: string
  readonly apellido: string
  readonly email: string
  readonly pais: string
}

/** Both names, or what there is of them. */
export function nombresOf({ nombre, apellido }: { nombre: string | null; apellido: string | null }): string {
  return [nombre, apellido].filter(Boolean).join(' ')
}

/** What a user is called: the names, or the e-mail. */
export function nombreCompletoOf(usuario: Pick<Usuario, 'nombre' | 'apellido' | 'email'>): string {
  return nombresOf(usuario) || usuario.email || 'Sin nombre'
}

const ES = new Intl.Collator('es')

/** By name, as people look for each other in a list. */
export function sortUsuarios<U extends Usuario>(usuarios: readonly U[]): U[] {
  return usuarios.toSorted((a, b) => ES.compare(nombreCompletoOf(a), nombreCompletoOf(b)) || (a.uid < b.uid ? -1 : 1))
}

/** Whether a user matches a search: every word of it is in a name or the e-mail. */
export function matchesUsuario({ nombre, apellido, email }: Usuario, texto: string): boolean {
  const said = `${nombre} ${apellido} ${email}`
  return texto.split(/\s+/).every((word) => matchesBusqueda(said, word))
}

/** Characters that a new e-mail address may not have: mail programs read them as a name, a list or a comment. */
export const CORREO_PROHIBIDO = /[<>()",;:\\]/
