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
  return CAUSES[String(error.code)] ?? String(error.code)
}

/** Whether the error says that a path does not exist. Also true for a name that is too long for the disk. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR|ENAMETOOLONG)$/.test(String(error.code))
}

/** For `catch` after a file system call: ignores only that the path does not exist. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
