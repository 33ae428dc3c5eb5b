import type { Registrado } from '#contract/change.ts'
import type * as contract from '#contract/programa.ts'
import { sameNombre } from '#domain/categoria.ts'
import { adelantarDe, planDe } from '#domain/plan.ts'
import type { Pausa } from '#domain/programa.ts'
import { Problem } from '#domain/problem.ts'
import { instantOf, isoOf } from '../evento/hora.ts'
import { readZona } from '../evento/store.ts'
import {
  mustNotBeEnCurso,
  readCategoriasDeDia,
  readPrograma,
  savePrograma as save,
  type ProgramaGuardado,
} from '../horario/programa.ts'
import { loadTurno } from '../horario/turno.ts'
import type { Run } from '../http/route.ts'

/** Saves the start of a day and the seconds around each track. */
export const savePrograma: Run<typeof contract.savePrograma> = async (work, { dia, inicio, montaje, jueceo }) => {
  const before = await readPrograma(work.tx, dia)
  const fault = `Elige el inicio del ${dia}.`
  const ajustes = { inicio: await instantOf(work, { campo: 'inicio', local: inicio, fault }), montaje, jueceo }
  await save(work.tx, dia, { ...before, ajustes })
  const logged = (one: ProgramaGuardado['ajustes']) => ({ ...one, inicio: isoOf(one.inicio) })
  work.changed({ kind: 'programa', dia, before: logged(before.ajustes), after: logged(ajustes) })
}

/** Adds or changes a break. A published one stays as it was published. Throws `pausa.duplicate`, `pausa.missing`. */
export const savePausa: Run<typeof contract.savePausa> = async (work, input) => {
  const { dia, antesDe } = input
  const programa = await readPrograma(work.tx, dia)
  const old = programa.pausas.find(({ id }) => id === input.id)
  if (input.id !== undefined && !old) throw new Problem('pausa.missing')
  const isTaken = programa.pausas.some(({ id, titulo }) => id !== input.id && sameNombre(titulo, input.titulo))
  if (isTaken) throw Problem.at('titulo', 'pausa.duplicate')
  const categorias = await readCategoriasDeDia(work.tx, dia, programa.ajustes)
  const isKnown = antesDe === null || categorias.some(({ id }) => id === antesDe)
  if (!isKnown) throw Problem.at('antesDe', 'categoria.missing')
  const { id = work.newId(), titulo, minutos } = input
  const pausa = { id, titulo, antesDe, minutos, noAntes: input.noAntes || null }
  const pausas = old ? programa.pausas.map((one) => (one === old ? pausa : one)) : [...programa.pausas, pausa]
  await save(work.tx, dia, { ...programa, pausas })
  work.changed({ kind: 'programa', dia, ...(old && { before: loggedOf(old) }), after: loggedOf(pausa) })
}

function loggedOf({ titulo, antesDe, minutos, noAntes }: Pausa): Registrado {
  return { pausa: titulo, antesDe, minutos, noAntes }
}

/** Deletes a break. Throws `pausa.enCurso`, `pausa.missing`. */
export const deletePausa: Run<typeof contract.deletePausa> = async (work, { dia, id }) => {
  const programa = await readPrograma(work.tx, dia)
  const pausa = programa.pausas.find((one) => one.id === id)
  if (!pausa) throw new Problem('pausa.missing')
  await mustNotBeEnCurso(work.tx, dia, (one) => one.id === id)
  await save(work.tx, dia, { ...programa, pausas: programa.pausas.filter((one) => one !== pausa) })
  work.changed({ kind: 'programa', dia, before: loggedOf(pausa) })
}

/** Publishes the programme of a day as it is now. Throws `pausa.enCurso` when it would drop the break in course. */
export const publishPrograma: Run<typeof contract.publishPrograma> = async (work, { dia }) => {
  const programa = await readPrograma(work.tx, dia)
  const { ajustes, pausas } = programa
  if (ajustes.inicio === null) throw new Problem('input.invalid', { inicio: `Elige el inicio del ${dia}.` })
  const categorias = await readCategoriasDeDia(work.tx, dia, ajustes)
  if (categorias.every(({ entradas }) => entradas.length === 0)) {
    throw new Problem('input.invalid', { dia: `El ${dia} no tiene competidores.` })
  }
  await mustNotBeEnCurso(work.tx, dia, ({ id }) => !pausas.some((one) => one.id === id))
  const turno = await loadTurno(work.tx, dia)
  const zonaHoraria = await readZona(work.tx, work.deps.env.zonaHoraria)
  const publicado = planDe({ ...programa, categorias, turno, zonaHoraria }, work.now())
  await save(work.tx, dia, { ...programa, publicado })
  // Without `before`, a day published again as it was is a row of the log too.
  work.changed({ kind: 'programa', dia, before: null, after: publicado && { terminaHacia: isoOf(publicado.fin) } })
}

/** Withdraws the published programme of a day. Throws `pausa.enCurso`. */
export const withdrawPrograma: Run<typeof contract.withdrawPrograma> = async (work, { dia }) => {
  const programa = await readPrograma(work.tx, dia)
  if (!programa.publicado) return
  await mustNotBeEnCurso(work.tx, dia, () => true)
  await save(work.tx, dia, { ...programa, publicado: null })
  work.changed({ kind: 'programa', dia, before: { terminaHacia: isoOf(programa.publicado.fin) }, after: null })
}

/** Lets what is still to come follow without waiting for its published start, or not. Throws `programa.unpublished`. */
export const setAdelantar: Run<typeof contract.setAdelantar> = async (work, { dia, adelantar }) => {
  const programa = await readPrograma(work.tx, dia)
  if (!programa.publicado) throw new Problem('programa.unpublished')
  const { adelantar: before, ...publicado } = programa.publicado
  if (adelantar === (before !== undefined)) return
  const horas = adelantarDe(publicado, await readZona(work.tx, work.deps.env.zonaHoraria))
  await save(work.tx, dia, { ...programa, publicado: { ...publicado, ...(adelantar && { adelantar: horas }) } })
  work.changed({ kind: 'programa', dia, before: { adelantar: !adelantar }, after: { adelantar } })
}
