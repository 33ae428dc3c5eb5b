import { expect, test } from 'vitest'
import { restoreCompetidor, withdrawCompetidor } from '#contract/calificaciones.ts'
import { moveCompetidor } from '#contract/competidores.ts'
import { pausarDia, repeatCompetidor, saveFinDePausa, saveTurno, selectTurno } from '#contract/horario.ts'
import { publishPrograma } from '#contract/programa.ts'
import { horario, type Horario } from '#contract/views/horario.ts'
import { formatHora } from '#domain/hora.ts'
import { jornadaEnVivo } from '#domain/jornada.ts'
import { SIN_TURNO, turnoOf, type Turno } from '#domain/turno.ts'
import { accept } from '../support/acepta.ts'
import { Refused, type Client, type TestApp } from '../support/app.ts'
import { aDayAt10, MINUTO, pausa, publish } from '../support/programa.ts'
import { deskOf, MOTIVO, press, undo } from '../support/repetir.ts'
import { generator } from '../support/random.ts'

const ZONA = 'America/Mexico_City'

/** What screens show at an instant: the times of each entry and break, the lateness and the end. */
function shown(dia: Horario, now: number): unknown {
  const { categorias, retraso, fin, pausa: enCurso, siguen } = jornadaEnVivo(dia, now)
  const times = categorias.map(({ renglones, pausas }) => [
    renglones.map(({ competidor, hora, previsto, estatus }) => [competidor.nombre, hora, previsto, estatus]),
    pausas,
  ])
  return { times, retraso, fin, enCurso, siguen: siguen.map(({ renglon }) => renglon.hora) }
}

interface Momento {
  readonly revision: number
  readonly now: number
  readonly dia: Horario
}

/** The turns of the day by the log alone, each with the revision from which it stands. */
async function turnosOf(app: TestApp): Promise<{ readonly revision: number; readonly turno: Turno }[]> {
  const rows = await app.deps.db.read((tx) =>
    tx.selectFrom('change_log').selectAll().where('kind', '=', 'turno').orderBy('revision').orderBy('seq').execute(),
  )
  return rows.map(({ revision, after }) => {
    const {
      selectedRow,
      competidorId,
      regreso,
      comienzo,
      pausa: titulo,
      pausaId = null,
      finDePausa,
    } = JSON.parse(after ?? '{}')
    const enCurso = titulo ? { pausa: { id: pausaId, titulo, hasta: Date.parse(finDePausa) } } : {}
    const turno = {
      selectedRow,
      competidorId,
      ...(regreso && { regreso }),
      ...(comienzo && { desde: Date.parse(comienzo) }),
      ...enCurso,
    }
    return { revision, turno }
  })
}

test.each([1, 2, 3, 4, 5, 6])('the log of presses gives every shown time of day %i again', async (seed) => {
  await using scene = await aDayAt10()
  const { app, admin, ids, clock } = scene
  const pick = generator(seed)
  const casino = (await deskOf(admin)).categorias[1]?.id ?? ''
  await publish(admin, [pausa('Comida', casino, 10), pausa('Premios', null, 5)])
  const momentos: Momento[] = []
  const remember = async (): Promise<void> => {
    const dia = await app.visitor.see(horario)
    if (!dia) throw new Error('no schedule')
    const { revision } = await app.deps.db.read((tx) =>
      tx.selectFrom('revision').select('revision').executeTakeFirstOrThrow(),
    )
    momentos.push({ revision, now: clock.now, dia })
  }
  await remember()
  for (let n = 0; n < 50; n += 1) {
    clock.now += 1_000 + pick(7 * MINUTO)
    await actAt(admin, { pick, ids: Object.values(ids), now: clock.now })
    await remember()
    // Some are late.
    clock.now += pick(9) * MINUTO
    await remember()
  }

  const turnos = await turnosOf(app)
  expect(new Set(momentos.map(({ now, dia }) => JSON.stringify(shown(dia, now)))).size).toBeGreaterThan(15)
  for (const { revision, now, dia } of momentos) {
    const turno = turnos.findLast((one) => one.revision <= revision)?.turno ?? SIN_TURNO
    const { selectedRow: _row, regreso: _regreso, desde: _desde, pausa: _pausa, ...rest } = dia
    expect(shown({ ...rest, ...turno }, now), `day ${seed} at ${formatHora(now, ZONA)}`).toEqual(shown(dia, now))
  }
})

interface Suerte {
  readonly pick: (below: number) => number
  readonly ids: readonly string[]
  readonly now: number
}

/** One act of the desk, by chance. What is refused changes nothing. */
async function actAt(admin: Client, { pick, ids, now }: Suerte): Promise<void> {
  const id = ids[pick(ids.length)] ?? ''
  const desk = await deskOf(admin)
  const desde = { dia: desk.dia, turno: turnoOf(desk) }
  const acts: readonly (() => Promise<unknown>)[] = [
    () => press(admin, 'anterior'),
    () => undo(admin),
    () => undo(admin),
    () => admin.send(pausarDia, { titulo: 'Pausa técnica', minutos: 1 + pick(15), desde }),
    () => admin.send(saveFinDePausa, { hora: formatHora(now + pick(30) * MINUTO, ZONA), desde }),
    () => accept(admin, moveCompetidor, { id, antesDe: null }),
    () => admin.send(withdrawCompetidor, { id, estado: 'no_se_presento' }),
    () => admin.send(restoreCompetidor, { id }),
    () => admin.send(selectTurno, { competidorId: id, regresa: pick(2) === 0 }),
    () => admin.send(saveTurno, { selectedRow: pick(8) }),
    () => admin.send(publishPrograma, { dia: 'jueves' }),
    () => accept(admin, repeatCompetidor, { id, motivo: MOTIVO }),
  ]
  try {
    await (acts[pick(acts.length + 8)] ?? (() => press(admin, 'siguiente')))()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
