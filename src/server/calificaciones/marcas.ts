import type * as contract from '#contract/calificaciones.ts'
import type { Input } from '#contract/define.ts'
import { decideEnvio, causaTardiaOf, TARDIAS_MAX, type EstadoTardia } from '#domain/envio.ts'
import type { Juez } from '#domain/jurado.ts'
import { Problem } from '#domain/problem.ts'
import { PRIMER_INTENTO } from '#domain/repeticion.ts'
import { readPuntuaciones, readSueltas, type Lectura, samePuntuaciones } from '#domain/puntuaciones.ts'
import { findJuez } from '../jueces/store.ts'
import type { Run } from '../http/route.ts'
import type { Work } from '../work.ts'
import {
  changeIdsOf,
  checkPrincipal,
  estadoFor,
  findEntrada,
  mustFindAbierta,
  mustFindOwn,
  type Entrada,
} from './entrada.ts'
import { endEmpates } from './empate.ts'
import { marcasOf, parsePuntuaciones, readPauta, type MarcaGuardada } from './store.ts'
import { upsert, type Tx } from '../db/database.ts'
import type { TardiaTable } from '../db/schema.ts'

/** Stores a mark of the judge, or keeps it as a late mark under the idempotency key of the request. */
export const sendCalificacion: Run<typeof contract.sendCalificacion> = async (
  work,
  { criterios, version, ...input },
) => {
  const destino = await findDestino(work, input)
  const { juez, entrada, estado, guardada: before } = destino
  const lectura = await readLectura(work, criterios, destino.legible)
  const envio = decideEnvio({ criterios: lectura.criterios, version }, before, estado)
  const { l_calificacion } = lectura
  if (envio.tipo === 'versiones') throw new Problem('calificacion.versions')
  if (envio.tipo === 'repetida')
    return { estado: 'enviada', version: envio.version, l_calificacion: before?.l_calificacion ?? l_calificacion }
  if (envio.tipo === 'tardia' || !entrada) {
    const causa = envio.tipo === 'tardia' ? envio.causa : 'eliminado'
    await addTardia(work, destino, { clave: work.key ?? work.newId(), lectura, causa })
    return { estado: 'tardia', version: destino.version, l_calificacion }
  }
  const enviada = new Date(work.now()).toISOString()
  const after = { ...lectura, estado: 'enviada', version: envio.version, motivo: null, enviada } as const
  await saveMarca(work, { juez, entrada, before, after })
  return { estado: 'enviada', version: envio.version, l_calificacion }
}

/** What names the mark of a request. */
type DeEnvio = Pick<Input<typeof contract.sendCalificacion>, 'competidorId' | 'juezId' | 'intento'>

/** Where a mark that a judge hands in belongs. */
type Destino = Awaited<ReturnType<typeof findDestino>>

/**
 * Finds where a mark belongs. A device of an earlier version names no attempt: the present one. Throws as `mustFindOwn`.
 *
 * `entrada`: undefined when it was deleted. `guardada`: the judge's stored mark of the attempt; `version`: that of it, or 0.
 * `legible`: the entry whose criteria and scale the marks have; undefined when it was deleted, and for an annulled attempt.
 */
async function findDestino(work: Work, { competidorId, juezId, ...given }: DeEnvio) {
  const juez = await mustFindOwn(work, juezId)
  const entrada = await findEntrada(work.tx, competidorId)
  const intento = given.intento ?? entrada?.intento ?? PRIMER_INTENTO
  const estado = estadoFor(juez, entrada, intento)
  const isAnulado = estado?.anulado === true
  const guardada = isAnulado
    ? await findAnulada(work.tx, competidorId, { juezId: juez.id, intento })
    : await findMarca(work.tx, competidorId, juez.id)
  const legible = isAnulado ? undefined : entrada
  return { juez, competidorId, entrada, intento, estado, guardada, version: guardada?.version ?? 0, legible }
}

/**
 * Reads marks, by the criteria and the scale of the entry; without one neither is checked. `mayBeOff`: marks that do not fit
 * wait as they are, without their weighted total. Throws `input.invalid`.
 */
async function readLectura(
  work: Work,
  textos: Lectura['criterios'],
  entrada: Entrada | undefined,
  { mayBeOff = false } = {},
): Promise<Lectura> {
  const own = entrada && readPuntuaciones(textos, await readPauta(work.tx, entrada.categoria))
  const leida = own && ('lectura' in own || !mayBeOff) ? own : readSueltas(textos)
  if ('faltas' in leida) throw new Problem('input.invalid', leida.faltas)
  return leida.lectura
}

/** Lets a judge send a mark again. It keeps its version and its figures. */
export const reopenCalificacion: Run<typeof contract.reopenCalificacion> = async (
  work,
  { competidorId, juezId, motivo },
) => {
  await checkPrincipal(work)
  const entrada = await mustFindAbierta(work, competidorId)
  const juez = await findJuez(work.tx, juezId)
  const before = await findMarca(work.tx, competidorId, juezId)
  if (!juez || !before) throw new Problem('calificacion.missing')
  if (before.estado === 'reabierta') throw new Problem('calificacion.reopened')
  await saveMarca(work, { juez, entrada, before, after: { ...before, estado: 'reabierta', motivo } })
}

/** Adds a late mark. A repeated `clave` of the judge adds nothing. Throws `tardia.full` at the limit of the judge. */
async function addTardia(
  work: Work,
  { juez, competidorId, entrada, intento }: Destino,
  { lectura, ...nueva }: Pick<TardiaTable, 'clave' | 'causa'> & { readonly lectura: Lectura },
): Promise<void> {
  const row: TardiaTable = {
    id: work.newId(),
    juezId: juez.id,
    competidorId,
    ...nueva,
    criterios: JSON.stringify(lectura.criterios),
    l_calificacion: lectura.l_calificacion,
    recibida: new Date(work.now()).toISOString(),
    estado: 'pendiente',
    motivo: null,
    intento,
  }
  const inserted = await work.tx
    .insertInto('tardia')
    .values(row)
    .onConflict((conflict) => conflict.columns(['juezId', 'clave']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  const own = work.tx.selectFrom('tardia').where('juezId', '=', juez.id)
  const { count } = await own.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  if (Number(count) > TARDIAS_MAX) throw new Problem('tardia.full')
  work.changed({ kind: 'tardia', ...changeIdsOf(competidorId, entrada), after: tardiaRecordOf(row, juez.nombre) })
}

/** Adds the late mark that a judge chose over a version that was sent already. */
export const handInTardia: Run<typeof contract.handInTardia> = async (work, input) => {
  const destino = await findDestino(work, input)
  const { guardada, estado, legible } = destino
  const lectura = await readLectura(work, input.criterios, legible, { mayBeOff: true })
  // The mark arrived, and only its answer was lost.
  if (guardada?.estado === 'enviada' && samePuntuaciones(guardada.criterios, lectura.criterios)) return
  const causa = causaTardiaOf(estado) ?? 'version'
  await addTardia(work, destino, { clave: input.clave, lectura, causa })
}

/** Accepts a late mark: it replaces the stored mark of its judge, or is inserted. */
export const acceptTardia: Run<typeof contract.acceptTardia> = async (work, { id, acepta = [] }) => {
  const { tardia, juez } = await mustFindPendiente(work, id)
  const entrada = await mustFindAbierta(work, tardia.competidorId)
  if (tardia.intento !== entrada.intento) throw new Problem('tardia.intento')
  const leida = readPuntuaciones(parsePuntuaciones(tardia.criterios), await readPauta(work.tx, entrada.categoria))
  if ('faltas' in leida) throw new Problem('tardia.offScale')
  const before = await findMarca(work.tx, entrada.id, juez.id)
  const version = (before?.version ?? 0) + 1
  const after = { ...leida.lectura, estado: 'enviada', version, motivo: null, enviada: tardia.recibida } as const
  await saveMarca(work, { juez, entrada, before, after, acepta })
  await saveDecision(work, { tardia, juez, entrada }, { estado: 'aceptada', motivo: null })
}

/** Discards a late mark. The row stays, so that the judge's device can show that the mark was discarded, and why. */
export const discardTardia: Run<typeof contract.discardTardia> = async (work, { id, motivo }) => {
  const { tardia, juez } = await mustFindPendiente(work, id)
  const entrada = await findEntrada(work.tx, tardia.competidorId)
  await saveDecision(work, { tardia, juez, entrada }, { estado: 'descartada', motivo })
}

type Pendiente = Awaited<ReturnType<typeof mustFindPendiente>>

/** Returns a late mark that waits. Throws `session.forbidden` for other judges, and `tardia.missing`. */
async function mustFindPendiente(work: Work, id: string) {
  await checkPrincipal(work)
  const tardia = await work.tx
    .selectFrom('tardia')
    .selectAll()
    .where('id', '=', id)
    .where('estado', '=', 'pendiente')
    .executeTakeFirst()
  const juez = tardia && (await findJuez(work.tx, tardia.juezId))
  if (!tardia || !juez) throw new Problem('tardia.missing')
  return { tardia, juez }
}

/** Saves the decision about a late mark and records it. */
async function saveDecision(
  work: Work,
  { tardia, juez, entrada }: Pendiente & { readonly entrada: Entrada | undefined },
  decided: { readonly estado: EstadoTardia; readonly motivo: string | null },
): Promise<void> {
  await work.tx.updateTable('tardia').set(decided).where('id', '=', tardia.id).execute()
  work.changed({
    kind: 'tardia',
    ...changeIdsOf(tardia.competidorId, entrada),
    before: tardiaRecordOf(tardia, juez.nombre),
    after: tardiaRecordOf({ ...tardia, ...decided }, juez.nombre),
  })
}

/** The fields of a late mark that the change log stores. */
function tardiaRecordOf(
  { juezId, estado, causa, l_calificacion, criterios, motivo, intento }: TardiaTable,
  juez: string,
): object {
  const puntuaciones = parsePuntuaciones(criterios)
  const anulado = causa === 'intento' && { intento }
  return { juezId, juez, estado, causa, ...anulado, l_calificacion, criterios: puntuaciones, motivo }
}

/** A stored mark without its judge. */
type MarcaDeEntrada = Omit<MarcaGuardada, 'juezId' | 'juez'>

async function findMarca(tx: Tx, competidorId: string, juezId: string): Promise<MarcaDeEntrada | undefined> {
  const row = await tx
    .selectFrom('calificaciones')
    .select(['l_calificacion', 'criterios', 'estado', 'version', 'motivo', 'enviada'])
    .where('competidorId', '=', competidorId)
    .where('juezId', '=', juezId)
    .executeTakeFirst()
  return row && { ...row, criterios: parsePuntuaciones(row.criterios) }
}

/** The mark of a judge in an annulled attempt. */
async function findAnulada(
  tx: Tx,
  competidorId: string,
  { juezId, intento }: { readonly juezId: string; readonly intento: number },
): Promise<MarcaDeEntrada | undefined> {
  const row = await selectAnuladas(tx, competidorId).where('anula', '=', intento).executeTakeFirst()
  const marca = row && marcasOf(row).find((one) => one.juezId === juezId)
  return marca && { ...marca, criterios: parsePuntuaciones(marca.criterios) }
}

interface Cambio {
  readonly juez: Pick<Juez, 'id' | 'nombre'>
  readonly entrada: Entrada
  readonly before: MarcaDeEntrada | undefined
  readonly after: MarcaDeEntrada
  /** The questions that the organiser has answered; absent where there is none to ask. */
  readonly acepta?: readonly string[]
}

/**
 * Inserts a mark, or replaces the stored one, and records the change. A sent mark ends the orders that ties had by hand: with
 * `acepta` it throws as `endEmpates` does.
 */
async function saveMarca(work: Work, { juez, entrada, before, after, acepta }: Cambio): Promise<void> {
  const criterios = JSON.stringify(after.criterios)
  const row = { competidorId: entrada.id, juezId: juez.id, ...after, criterios }
  await upsert(work.tx, 'calificaciones', ['competidorId', 'juezId'], row)
  if (after.estado === 'enviada') await endEmpates(work.tx, entrada.categoria.id, acepta)
  work.changed({
    kind: 'calificacion',
    ...changeIdsOf(entrada.id, entrada),
    ...(before && { before: marcaRecordOf(juez, before) }),
    after: marcaRecordOf(juez, after),
  })
}

/** The fields of a mark that the change log stores. */
function marcaRecordOf(
  juez: Cambio['juez'],
  { estado, version, l_calificacion, criterios, motivo }: MarcaDeEntrada,
): object {
  return { juezId: juez.id, juez: juez.nombre, estado, version, l_calificacion, criterios, motivo }
}

/** Whether an entry has sent, reopened, imported or annulled marks. */
export async function hasMarcas(tx: Tx, competidorId: string): Promise<boolean> {
  const presentes = tx.selectFrom('calificaciones').select('competidorId').where('competidorId', '=', competidorId)
  const found =
    (await presentes.limit(1).executeTakeFirst()) ?? (await selectAnuladas(tx, competidorId).executeTakeFirst())
  return found !== undefined
}

const selectAnuladas = (tx: Tx, competidorId: string) =>
  tx.selectFrom('repeticion').select('marcas').where('competidorId', '=', competidorId).where('deshecha', '=', 0)
