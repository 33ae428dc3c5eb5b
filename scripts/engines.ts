import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

const inFolder = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `tests/${folder}/${name}.test.ts`)

/**
 * The test files that run on PostgreSQL too, because this engine can change their result: the adapter, races, several instances,
 * backups. Each statement of the other files is prepared on PostgreSQL, by the step `sentencias en PostgreSQL`. Decision 0072.
 */
export const ON_POSTGRES: readonly string[] = [
  ...inFolder('api', ['database', 'database-gone', 'pooler', 'commit-lost', 'postgres-silent', 'esquemas']),
  ...inFolder('api', [
    'concurrency',
    'calificar-race',
    'carga-deshecha',
    'categorias-under-load',
    'orden',
    'usuario-deleted',
    'sesion-ended',
    'intentos',
    'enlaces',
  ]),
  ...inFolder('api', [
    'instancias',
    'live-instances',
    'live-lost',
    'live-current',
    'identidad',
    'hora-atras',
    'chores',
    'premiacion-oracle',
  ]),
  ...inFolder('api', ['backup', 'backup-running', 'backup-restore', 'interchange']),
]

/** The reliability tests on PostgreSQL: connections that freeze, crashes of PostgreSQL, several instances, races. */
export const RELIABILITY_ON_POSTGRES: readonly string[] = inFolder('reliability', [
  'several',
  'instances',
  'backup',
  'kill',
  'orden',
  'process',
])

/** The test files with a test that runs again with PostgreSQL and S3: the test, or the whole file, has the tag `s3`. */
export function filesOnS3(): string[] {
  const files = globSync('tests/{api,files}/*.test.ts', { cwd: root })
  return files.filter((file) => /\btags: 's3'|@module-tag s3\b/.test(readFileSync(join(root, file), 'utf8')))
}
