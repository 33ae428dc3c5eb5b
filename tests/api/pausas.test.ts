import { expect, test } from 'vitest'
import { createCategoria, deleteCategoria, moveCategoria, updateCategoria } from '#contract/categorias.ts'
import { deleteCompetidor } from '#contract/competidores.ts'
import { pausarDia, saveFinDePausa, saveHora, saveTurno, selectDia, selectTurno } from '#contract/horario.ts'
import { updateInscripcion } from '#contract/inscripciones.ts'
import { deletePausa, programaDeDia, publishPrograma, savePausa, withdrawPrograma } from '#contract/programa.ts'
import { horario } from '#contract/views/horario.ts'
import type { Dia } from '#domain/dia.ts'
import { formatHora } from '#domain/hora.ts'
import { jornadaEnVivo } from '#domain/jornada.ts'
import { isPassed, turnoOf, type Turno } from '#domain/turno.ts'
import { accept } from '../support/acepta.ts'
import type { Client, TestApp } from '../support/app.ts'
import { aDayAt10, LAS_10, MINUTO, pausa, publish } from '../support/programa.ts'
import { compartido, deskOf, press, undo, type Escena } from '../support/repetir.ts'

const EN_CURSO = { code: 'pausa.enCurso', message: 'Hay una pausa en curso: pasa al siguiente turno primero.' }

/** The turn as one word: the position, and the break in course. */
async function at(admin: Client): Promise<string> {
  const { selectedRow, pausa: enCurso } = await deskOf(admin)
  return `${selectedRow}${enCurso ? ` ${enCurso.titulo}` : ''}`
}

/** The turn of the active day, as a page of the desk sends it. */
async function desdeOf(admin: Client): Promise<{ dia: Dia; turno: Turno }> {
  const { dia, ...turno } = await deskOf(admin)
  return { dia, turno: turnoOf(turno) }
}

const setFin = async (admin: Client, hora: string) => admin.send(saveFinDePausa, { hora, desde: await desdeOf(admin) })

async function finalizados(app: TestApp): Promise<string[]> {
  const day = await app.visitor.see(horario)
  const entries = day?.categorias.flatMap(({ competidores }) => competidores) ?? []
  return entries.filter((one, index) => day && isPassed(one, index + 1, day)).map(({ nombre }) => nombre)
}

/** Publishes a break before Casino, the second category, and begins it: the turn stays behind Dani. */
async function beginComida({ admin, casino }: Escena): Promise<void> {
  await publish(admin, [pausa('Comida', casino)])
  await admin.send(saveTurno, { selectedRow: 4 })
  await press(admin, 'siguiente')
}

test('a press goes through the published breaks, and an undo walks the same way back', async () => {
  await using scene = await aDayAt10()
  const { app, admin, salsa, casino } = scene
  await publish(admin, [pausa('Prueba', salsa), pausa('Comida', casino), pausa('Premios', null)])
  const seen: string[] = []
  const states: Turno[] = [turnoOf(await deskOf(admin))]
  for (let n = 0; n < 10; n += 1) {
    scene.clock.now += MINUTO
    await press(admin, 'siguiente')
    seen.push(await at(admin))
    states.push(turnoOf(await deskOf(admin)))
  }
  expect(seen).toEqual(['0 Prueba', '1', '2', '3', '4', '4 Comida', '5', '6', '6 Premios', '7'])
  expect(states[6]).toMatchObject({ desde: LAS_10 + 6 * MINUTO, pausa: { hasta: LAS_10 + 36 * MINUTO } })

  for (const state of states.slice(0, -1).toReversed()) {
    await undo(admin)
    expect(turnoOf(await deskOf(admin))).toEqual(state)
  }
  expect(await finalizados(app)).toEqual([])
})

test('during a break nobody competes, the entry before it is over, and the shared record is empty', async () => {
  await using scene = await aDayAt10()
  const { app, admin } = scene
  await beginComida(scene)

  expect(await finalizados(app)).toEqual(['Ana', 'Bea', 'Caro', 'Dani'])
  expect(await compartido(app)).toEqual({ nCategoria: null, nCompetidor: null })
  await admin.send(selectDia, { dia: 'viernes' })
  expect(await at(admin)).toBe('0')
  await admin.send(selectDia, { dia: 'jueves' })
  expect(await at(admin)).toBe('4 Comida')
  await press(admin, 'siguiente')
  expect(await compartido(app)).toEqual({ nCategoria: 'Casino', nCompetidor: 'Eva' })
})

test('the entry before a break gets the turn anew when it is chosen or typed; outside a break nothing happens', async () => {
  await using scene = await aDayAt10()
  const { admin, ids, clock, casino } = scene
  await publish(admin, [pausa('Comida', casino)])
  for (const choose of [
    () => admin.send(saveTurno, { selectedRow: 4 }),
    () => admin.send(selectTurno, { competidorId: ids.dani }),
  ]) {
    await admin.send(saveTurno, { selectedRow: 4 })
    await press(admin, 'siguiente')
    expect(await at(admin)).toBe('4 Comida')
    clock.now += MINUTO
    expect(await choose()).toMatchObject({ movido: true, turno: { selectedRow: 4, desde: clock.now } })
    clock.now += MINUTO
    expect(await choose()).toMatchObject({ movido: false, turno: { desde: clock.now - MINUTO } })
  }
})

test('an entry that comes to the turn because another one was deleted begins then', async () => {
  await using scene = await aDayAt10()
  const { admin, ids, clock } = scene
  await admin.send(saveTurno, { selectedRow: 1 })
  clock.now += MINUTO
  await admin.send(deleteCompetidor, { id: ids.ana })
  expect(turnoOf(await deskOf(admin))).toEqual({ selectedRow: 1, competidorId: ids.bea, desde: clock.now })
})

test('a break in course is neither deleted nor unpublished, and its category stays', async () => {
  await using scene = await aDayAt10()
  const { admin, app, casino } = scene
  await publish(admin, [pausa('Comida', casino), pausa('Premios', null)])
  await admin.send(saveTurno, { selectedRow: 4 })
  await press(admin, 'siguiente')
  const [comida, premios] = (await admin.see(programaDeDia, { dia: 'jueves' }))?.pausas ?? []
  const dia = 'jueves'
  await expect(admin.send(deletePausa, { dia, id: comida?.id ?? '' })).rejects.toMatchObject(EN_CURSO)
  await expect(admin.send(withdrawPrograma, { dia })).rejects.toMatchObject(EN_CURSO)
  await expect(admin.send(deleteCategoria, { id: casino })).rejects.toMatchObject(EN_CURSO)
  await admin.send(deletePausa, { dia, id: premios?.id ?? '' })

  // Editing it changes the plan alone: the break in course is a copy.
  await admin.send(savePausa, { ...pausa('Cena', casino, 60), id: comida?.id ?? '' })
  expect(await at(admin)).toBe('4 Comida')
  expect((await app.visitor.see(horario))?.pausa?.titulo).toBe('Comida')
  await press(admin, 'siguiente')
  await admin.send(deletePausa, { dia, id: comida?.id ?? '' })
})

test('a break that is deleted from the plan before it begins cannot be unpublished while it is in course', async () => {
  await using scene = await aDayAt10()
  const { admin } = scene
  await publish(admin, [pausa('Comida', null)])
  const [comida] = (await admin.see(programaDeDia, { dia: 'jueves' }))?.pausas ?? []
  await admin.send(deletePausa, { dia: 'jueves', id: comida?.id ?? '' })
  await admin.send(saveTurno, { selectedRow: 6 })
  await press(admin, 'siguiente')
  expect(await at(admin)).toBe('6 Comida')
  await expect(admin.send(publishPrograma, { dia: 'jueves' })).rejects.toMatchObject(EN_CURSO)
  await press(admin, 'siguiente')
  await admin.send(publishPrograma, { dia: 'jueves' })
})

test('a break goes with its category, and to the next one when that one leaves the day', async () => {
  await using scene = await aDayAt10()
  const { admin, salsa, casino } = scene
  await publish(admin, [pausa('Prueba', salsa), pausa('Comida', casino)])
  await accept(admin, moveCategoria, { id: casino, direccion: 'up' })
  await press(admin, 'siguiente')
  expect(await at(admin)).toBe('0 Comida')
  await undo(admin)

  await admin.send(updateCategoria, { id: casino, dia: 'viernes' })
  const placesOf = async () =>
    (await admin.see(programaDeDia, { dia: 'jueves' }))?.pausas.map(({ titulo, antesDe }) => [titulo, antesDe])
  expect(await placesOf()).toEqual([
    ['Prueba', salsa],
    ['Comida', salsa],
  ])
  await admin.send(deleteCategoria, { id: salsa })
  expect(await placesOf()).toEqual([
    ['Prueba', null],
    ['Comida', null],
  ])
})

test('the desk begins a break, sets its end, and takes it back; no press back leads into it again', async () => {
  await using scene = await aDayAt10()
  const { admin, clock, app } = scene
  const pausar = async () =>
    admin.send(pausarDia, { titulo: 'Pausa técnica', minutos: 10, desde: await desdeOf(admin) })
  await expect(pausar()).rejects.toMatchObject({ code: 'pausa.sinTurno' })
  await admin.send(saveTurno, { selectedRow: 2 })
  clock.now += 2 * MINUTO
  const fin = { id: null, titulo: 'Pausa técnica', hasta: clock.now + 10 * MINUTO }
  expect(await pausar()).toMatchObject({ movido: true, turno: { selectedRow: 2, pausa: fin } })
  await expect(pausar()).rejects.toMatchObject({ code: 'pausa.sinTurno' })
  expect((await app.visitor.see(horario))?.pausa).toEqual(fin)

  const posterior = { code: 'input.invalid', fields: { hora: 'Elige una hora posterior.' } }
  await expect(setFin(admin, '09:59')).rejects.toMatchObject(posterior)
  await expect(setFin(admin, 'a las 11')).rejects.toMatchObject(posterior)
  await setFin(admin, '10:30')
  expect((await deskOf(admin)).pausa?.hasta).toBe(LAS_10 + 30 * MINUTO)
  await expect(setFin(admin, '22:03')).rejects.toMatchObject(posterior)
  await setFin(admin, '22:02')
  expect((await deskOf(admin)).pausa?.hasta).toBe(clock.now + 12 * 60 * MINUTO)

  await undo(admin)
  expect(await at(admin)).toBe('2')
  await pausar()
  await press(admin, 'siguiente')
  await press(admin, 'anterior')
  expect(await at(admin)).toBe('2')
  await expect(setFin(admin, '11:00')).rejects.toMatchObject({ code: 'pausa.over', message: 'Esa pausa ya terminó.' })
})

test('an entry that the turn never reached stays under Sin turno while a break stands behind it', async () => {
  await using scene = await aDayAt10()
  const { admin, ids, casino } = scene
  await publish(admin, [pausa('Comida', casino)])
  await admin.send(saveTurno, { selectedRow: 5 })
  await press(admin, 'anterior')
  expect(await at(admin)).toBe('4 Comida')
  expect((await deskOf(admin)).sinTurno).toEqual([ids.ana, ids.bea, ids.caro, ids.dani])

  await admin.send(deleteCompetidor, { id: ids.dani })
  expect(await at(admin)).toBe('3 Comida')
  expect((await deskOf(admin)).sinTurno).toEqual([ids.ana, ids.bea, ids.caro])
})

test('with the clock off, the end of a break counts from the start that the screens show', async () => {
  await using scene = await aDayAt10()
  const { admin, app, clock } = scene
  const finOf = async () => {
    const day = await app.visitor.see(horario)
    return day && jornadaEnVivo(day, clock.now).pausa?.sigue
  }
  await admin.send(saveHora, { hora: '2025-04-10T18:00' })
  await admin.send(saveTurno, { selectedRow: 2 })
  await admin.send(pausarDia, { titulo: 'Pausa técnica', minutos: 10, desde: await desdeOf(admin) })
  expect(await finOf()).toBe(LAS_10 + 490 * MINUTO)
  clock.now += 3 * MINUTO
  await setFin(admin, '18:25')
  expect(await finOf()).toBe(LAS_10 + 505 * MINUTO)
  await expect(setFin(admin, '18:00')).rejects.toMatchObject({ fields: { hora: 'Elige una hora posterior.' } })

  await publish(admin, [pausa('Comida', null)])
  await admin.send(saveTurno, { selectedRow: 6 })
  await press(admin, 'siguiente')
  const inicio = (await admin.see(programaDeDia, { dia: 'jueves' }))?.publicado?.pausas[0]?.inicio ?? 0
  expect(await finOf()).toBe(inicio + 30 * MINUTO)
  await setFin(admin, formatHora(inicio + 40 * MINUTO, 'America/Mexico_City'))
  expect(await finOf()).toBe(inicio + 40 * MINUTO)
})

test('the entry before a break does not compete: it may go to another day, alone or with its category, once that is accepted', async () => {
  await using scene = await aDayAt10()
  const { admin, ids, salsa } = scene
  const { id: otra } = await admin.send(createCategoria, { nombre: 'Mambo', dia: 'viernes' })
  await beginComida(scene)
  const { preguntas } = await accept(admin, updateInscripcion, { id: ids.dani, categoriaId: otra })
  expect(preguntas).toEqual(['Volverían a esperar: Dani.'])
  expect(await at(admin)).toBe('3 Comida')
  await accept(admin, updateCategoria, { id: salsa, dia: 'sábado' })
  expect(await at(admin)).toBe('0 Comida')
  await press(admin, 'siguiente')
  expect((await deskOf(admin)).competidorId).toBe(ids.eva)
  await expect(admin.send(updateInscripcion, { id: ids.eva, categoriaId: otra })).rejects.toMatchObject({
    code: 'turno.held',
  })
})
