import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCategoria, updateCategoria } from '#contract/categorias.ts'
import { createCarga, undoCarga } from '#contract/inscripciones.ts'
import { saveTurno } from '#contract/horario.ts'
import { DIAS } from '#domain/dia.ts'
import { type TextosDeFila, readCarga } from '#domain/carga.ts'
import { decode } from '../../src/web/inscripciones/codificacion.ts'
import { tablasOf } from '../../src/web/inscripciones/csv.ts'
import { readLibro } from '../../src/web/inscripciones/libro.ts'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { cargar, revisar } from '../support/carga.ts'
import { unload } from '../support/evento.ts'
import { CATEGORIAS, unaLista, type ListaAlAzar } from '../support/listas.ts'
import { casos } from '../support/random.ts'

const LISTAS = casos(20)

async function filasOf({ archivo, forma }: ListaAlAzar): Promise<readonly TextosDeFila[]> {
  const bytes = await archivo()
  const carga = readCarga(tablasOf(forma === 'libro' ? await readLibro(bytes) : decode(bytes).texto))
  return 'fault' in carga ? [] : carga.filas
}

const exportOf = async (app: TestApp): Promise<string> => readFileSync(await unload(app), 'utf8')

/** Renames or moves a category, or makes another one: an administrator at work between two lists. A refused act changes nothing. */
async function change(app: TestApp, admin: Client, [kind, at, name, day]: readonly number[]): Promise<void> {
  const ids = await app.deps.db.read((tx) => tx.selectFrom('categorias').select('id').orderBy('id').execute())
  const nombre = CATEGORIAS[(name ?? 0) % CATEGORIAS.length] ?? ''
  const dia = DIAS[(day ?? 0) % DIAS.length] ?? 'jueves'
  const { id } = ids[(at ?? 0) % Math.max(1, ids.length)] ?? {}
  const act =
    id === undefined || kind === 0
      ? admin.send(createCategoria, { nombre, dia })
      : admin.send(updateCategoria, { id, ...(kind === 1 ? { nombre } : { dia }) })
  await act.catch(() => undefined)
}

test(
  'a random list does what the check says, changes nothing the second time, and is undone to the event of before',
  { timeout: 60_000 + LISTAS * 2_000 },
  async () => {
    await using app = await startApp()
    const admin = await app.as('admin')
    const steps = fc.record({
      lista: unaLista,
      changes: fc.array(
        fc.array(
          fc.nat(9).map((one) => one % 3),
          { minLength: 4, maxLength: 4 },
        ),
        { maxLength: 2 },
      ),
      turno: fc.nat(6),
      isKept: fc.boolean(),
    })
    let loadedLists = 0
    await fc.assert(
      fc.asyncProperty(steps, async ({ lista, changes, turno, isKept }) => {
        for (const one of changes) await change(app, admin, one)
        // A turn that the day does not have is refused.
        await admin.send(saveTurno, { selectedRow: turno }).catch(() => undefined)
        const read = await filasOf(lista)
        const first = await revisar(admin, read)
        const good = read.filter((_, at) => /^(?:Nuevo|Ya está|Repetida)/.test(first.told[at] ?? ''))
        if (good.length === 0) return
        const before = await exportOf(app)
        const { told, filas } = await revisar(admin, good)
        const { competidores, carga } = await admin.send(createCarga, { filas })
        expect(competidores).toBe(told.filter((one) => one === 'Nuevo').length)
        const after = await exportOf(app)
        expect(after === before).toBe(competidores === 0)
        expect(await cargar(admin, good)).toBe(0)
        expect(await exportOf(app)).toBe(after)
        loadedLists += 1
        if (carga === undefined || isKept) return
        await admin.send(undoCarga, { id: carga })
        expect(await exportOf(app)).toBe(before)
      }),
      { numRuns: LISTAS, endOnFailure: true },
    )
    expect(loadedLists).toBeGreaterThan(LISTAS / 4)
  },
)
