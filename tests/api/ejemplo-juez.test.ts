import { execFile } from 'node:child_process'
import { writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTokenJuez } from '#contract/jueces.ts'
import { selectTurno } from '#contract/horario.ts'
import { startApp } from '../support/app.ts'
import { seedDia } from '../support/builders.ts'
import { addJuez } from '../support/jueces.ts'

test('the example of the API page scores the entry that has the turn, with the token of a judge', async () => {
  await using app = await startApp()
  const admin = await app.as('admin')
  const origin = await app.listen()
  const { competidores } = await seedDia(app, 'jueves', { Casino: ['Ana'] })
  const [ana] = competidores
  await admin.send(selectTurno, { competidorId: ana?.id ?? '' })
  const { id } = await addJuez(admin)
  const { token } = await admin.send(createTokenJuez, { id })

  const page = (await app.app.http.inject('/api/docs')).body
  const shown = /<pre id="ejemplo-juez">([^<]*)<\/pre>/.exec(page)?.[1] ?? ''
  const file = join(mkdtempSync(join(tmpdir(), 'salsa-ejemplo-')), 'juez.mjs')
  writeFileSync(file, unescape(shown))
  const run = () =>
    promisify(execFile)(process.execPath, [file], { env: { ...process.env, SERVIDOR: origin, TOKEN: token } })

  expect((await run()).stdout).toBe('Ana: 68.00 (enviada)\n')
  const stored = await app.deps.db.read((tx) => tx.selectFrom('calificaciones').selectAll().execute())
  expect(stored).toMatchObject([{ competidorId: ana?.id, juezId: id, l_calificacion: '68.00' }])
})

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

function unescape(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
