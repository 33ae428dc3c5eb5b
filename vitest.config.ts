import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ON_POSTGRES, RELIABILITY_ON_POSTGRES } from './scripts/engines.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const onS3 = Boolean(process.env['TEST_STORAGE_URL'])

export default defineConfig({
  test: {
    allowOnly: false,
    environment: 'node',
    maxWorkers: 2,
    // Absolute: `--root` may name another folder.
    globalSetup: fileURLToPath(new URL('tests/support/temp-root.ts', import.meta.url)),
    // Generous, as every limit here: a busy machine is slow, and nothing is said about speed but what a test says itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // A test with this tag runs again with PostgreSQL and S3.
    tags: [{ name: 's3' }],
    ...(onS3 ? { tagsFilter: ['s3'] } : {}),
    projects: [
      {
        // Rules and small pieces: no state outside of them, so threads without isolation are safe, and quick.
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], pool: 'threads', isolate: false },
      },
      {
        // Real servers, databases and child processes. Each of two processes runs many files and imports the server once.
        extends: true,
        test: {
          name: 'api',
          include: onPostgres && !onS3 ? [...ON_POSTGRES] : ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/reliability/**', 'tests/commands/**'],
          pool: 'forks',
          isolate: false,
          setupFiles: [fileURLToPath(new URL('tests/support/record-statements.ts', import.meta.url))],
          // Here alone: what a rule says once it says always.
          retry: process.env['TEST_TRY_AGAIN'] ? 1 : 0,
        },
      },
      {
        // Servers killed, databases crashed, long runs of chance: minutes, so for `npm test` and not for every commit.
        extends: true,
        test: {
          name: 'reliability',
          include: onPostgres ? [...RELIABILITY_ON_POSTGRES] : ['tests/reliability/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      {
        // Each command of README once, with little work.
        extends: true,
        test: { name: 'commands', include: ['tests/commands/**/*.test.ts'], testTimeout: 180_000 },
      },
    ],
  },
})
