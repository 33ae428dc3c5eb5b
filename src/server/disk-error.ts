const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EROFS: 'ese disco es de solo lectura',
  ENOENT: 'no existe',
  EISDIR: 'es una carpeta',
  EEXIST: 'hay un archivo donde debe ir una carpeta',
  ENOTDIR: 'hay un archivo donde debe ir una carpeta',
  ENOSPC: 'ya no hay espacio en el disco',
  ENAMETOOLONG: 'el nombre es demasiado largo',
  ELOOP: 'los enlaces no llevan a ninguna parte',
}

/** Returns the cause of a failed system call: a Spanish text, or the code when it has none. Null for any other error. */
export function causeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null
  return CAUSES[codeOf(error)] ?? codeOf(error)
}

/** The code of an error of the system or of a database; empty for any other error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** For `catch` after a file system call: ignores only that the path does not exist, or is too long for the disk. */
export function ignoreMissing(error: unknown): undefined {
  if (!/^(ENOENT|ENOTDIR|ENAMETOOLONG)$/.test(codeOf(error))) throw error
}
