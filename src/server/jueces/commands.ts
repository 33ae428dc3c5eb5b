import { isDeepStrictEqual } from 'node:util'
import type * as contract from '#contract/jueces.ts'
import { hasNombre, tituloOf } from '#domain/categoria.ts'
import { criteriosOfTipo, mapTipos, tipoOf, TIPOS_CRITERIOS, type TipoCriterios } from '#domain/criterios.ts'
import { DIAS } from '#domain/dia.ts'
import { type Escala, faultOfEscala, puntosOf } from '#domain/escala.ts'
import type { Juez } from '#domain/jurado.ts'
import { readPesos } from '#domain/pesos.ts'
import { Problem, PROBLEMS } from '#domain/problem.ts'
import {
  endSesionesOf,
  endTokenSesion,
  newToken,
  createTokenSesion,
  endSesion,
  openSesion,
} from '../acceso/sesiones.ts'
import { type Act, type Run, setCookie } from '../http/route.ts'
import type { Work } from '../work.ts'
import * as store from './store.ts'
import type { Input } from '#contract/define.ts'
import { upsert, type Tx } from '../db/database.ts'
import { claimAttempt } from '../acceso/attempts.ts'

/** Adds a judge for the whole event, with a personal link. */
export const createJuez: Run<typeof contract.createJuez> = async (work, { nombre }) => {
  await refuseDuplicate(work, nombre)
  const juez = { id: work.newId(), nombre, activo: true, principal: false, dias: null, categorias: null }
  await store.saveJuez(work.tx, { ...juez, enlace: newToken() })
  const { id, ...after } = juez
  work.changed({ kind: 'juez', personaId: id, after })
  return { id }
}

export const renameJuez: Run<typeof contract.renameJuez> = async (work, { id, nombre }) => {
  const juez = await mustFind(work, id)
  await refuseDuplicate(work, nombre, id)
  await changeJuez(work, juez, { nombre })
}

async function refuseDuplicate(work: Work, nombre: string, exceptId?: string): Promise<void> {
  const others = (await store.listJueces(work.tx, 'all')).filter(({ id }) => id !== exceptId)
  if (hasNombre(others, nombre)) throw Problem.at('nombre', 'juez.duplicate')
}

/**
 * Switches a judge on or off. Switching off ends the sessions and the API token; the link works again once the judge is switched
 * on. An imported judge gets the first link when switched on.
 */
export const setJuezActivo: Run<typeof contract.setJuezActivo> = async (work, { id, activo }) => {
  const juez = await mustFind(work, id)
  if (!activo) {
    await endSesionesOf(work, id)
    await endTokenSesion(work, id)
  }
  const enlace = juez.enlace ?? (activo ? newToken() : null)
  await changeJuez(work, { ...juez, enlace }, { activo })
}

export const setJuezPrincipal: Run<typeof contract.setJuezPrincipal> = async (work, { id, principal }) => {
  await changeJuez(work, await mustFind(work, id), { principal })
}

export const assignJuez: Run<typeof contract.assignJuez> = async (work, { id, dias, categorias }) => {
  const juez = await mustFind(work, id)
  const known = await store.listAsignables(work.tx)
  const missing = categorias?.some((wanted) => !known.some((categoria) => categoria.id === wanted))
  if (missing) throw new Problem('categoria.missing')
  await changeJuez(work, juez, {
    dias: dias ? DIAS.filter((dia) => dias.includes(dia)) : null,
    categorias: categorias ? known.map((categoria) => categoria.id).filter((each) => categorias.includes(each)) : null,
  })
}

/** Gives a judge a new link, and ends the sessions that the old one opened. The API token stays. */
export const renewEnlaceJuez: Run<typeof contract.renewEnlaceJuez> = async (work, { id }) => {
  const juez = await mustFind(work, id)
  await store.saveJuez(work.tx, { ...juez, enlace: newToken() })
  await endSesionesOf(work, id)
  work.changed({ kind: 'juez', personaId: id, after: { enlace: 'nuevo' } })
}

/** The token is shown once: only its hash is stored. It replaces the token that the judge had. */
export const createTokenJuez: Act<typeof contract.createTokenJuez, { readonly token: string }> = {
  unkeyed: true,
  prepare: async () => ({ token: newToken() }),
  run: async (work, { id }, { token }) => {
    const { activo } = await mustFind(work, id)
    if (!activo) throw new Problem('juez.inactive')
    await endTokenSesion(work, id)
    await createTokenSesion(work, id, token)
    work.changed({ kind: 'juez', personaId: id, after: { token: 'nuevo' } })
    return { token }
  },
}

export const revokeTokenJuez: Run<typeof contract.revokeTokenJuez> = async (work, { id }) => {
  await mustFind(work, id)
  if (await endTokenSesion(work, id)) work.changed({ kind: 'juez', personaId: id, after: { token: 'revocado' } })
}

/** Saves the scales. Marks that are off a new scale stay valid until they are edited. */
export const saveEscalas: Run<typeof contract.saveEscalas> = async (work, input) => {
  const wanted = escalasOf(input)
  const saved = await store.readEscalas(work.tx)
  for (const tipo of TIPOS_CRITERIOS) {
    if (isDeepStrictEqual(saved[tipo], wanted[tipo])) continue
    await refuseCerradas(work, tipo)
    await upsert(work.tx, 'escala', ['tipo'], { tipo, ...wanted[tipo] })
    work.changed({
      kind: 'escala',
      before: escalaRecordOf(tipo, saved[tipo]),
      after: escalaRecordOf(tipo, wanted[tipo]),
    })
  }
}

/** Saves the weights of a criteria type. Sent marks keep their total until they are sent again; closed categories keep theirs. */
export const savePesos: Run<typeof contract.savePesos> = async (work, { tipo, pesos: textos, motivo }) => {
  const read = readPesos(textos, criteriosOfTipo(tipo))
  if ('fault' in read) throw new Problem('input.invalid', { pesos: read.fault })
  const before = (await store.readPesos(work.tx))[tipo]
  if (isDeepStrictEqual(before, read.pesos)) return
  await store.checkMotivo(work, motivo, ({ nombre, criterios }) => tipoOf(nombre ?? '', criterios) === tipo)
  await store.savePesos(work.tx, tipo, read.pesos)
  work.changed({
    kind: 'peso',
    before: { tipo, pesos: before },
    after: { tipo, pesos: read.pesos, motivo: motivo || null },
  })
}

/** Saves the tie-break list. Closed categories keep theirs. */
export const saveDesempate: Run<typeof contract.saveDesempate> = async (work, { desempate, motivo }) => {
  const before = await store.readDesempate(work.tx)
  if (isDeepStrictEqual(before, desempate)) return
  await store.checkMotivo(work, motivo, () => true)
  await store.saveDesempate(work.tx, desempate)
  work.changed({ kind: 'desempate', before: { desempate: before }, after: { desempate, motivo: motivo || null } })
}

/** Throws `categoria.closed`, with their names, when categories of a type are closed: they keep their scale. */
async function refuseCerradas(work: Work, tipo: TipoCriterios): Promise<void> {
  const closed = work.tx.selectFrom('cierre').select('categoriaId')
  const all = await work.tx.selectFrom('categorias').selectAll().where('id', 'in', closed).orderBy('orden').execute()
  const cerradas = all.filter(({ nombre, criterios }) => tipoOf(nombre ?? '', criterios) === tipo)
  if (cerradas.length === 0) return
  const code = 'categoria.closed'
  throw new Problem(code, { [`${tipo}.maximo`]: `${PROBLEMS[code]} (${cerradas.map(tituloOf).join(', ')})` })
}

/** A scale in points, for the change log. */
function escalaRecordOf(tipo: TipoCriterios, { maximo, paso }: Escala): object {
  return { tipo, maximo: maximo / 100, paso: paso / 100 }
}

async function mustFind(work: Work, id: string): Promise<store.JuezGuardado> {
  const juez = await store.findJuez(work.tx, id)
  if (!juez) throw new Problem('juez.missing')
  return juez
}

/** Saves some fields of a judge and records them with their former values. The link is in no record. */
async function changeJuez(
  work: Work,
  juez: store.JuezGuardado,
  after: Partial<Omit<store.JuezGuardado, 'id' | 'enlace'>>,
): Promise<void> {
  await store.saveJuez(work.tx, { ...juez, ...after })
  const { enlace: _, id, ...fields } = juez
  const before = Object.fromEntries(Object.entries(fields).filter(([name]) => name in after))
  work.changed({ kind: 'juez', personaId: id, before, after })
}

const NO_NUMERO = 'Escribe un número con a lo más dos decimales.'

/** The scales of a form. Throws `input.invalid` with a sentence per field (`casino.paso`). */
function escalasOf(input: Input<typeof contract.saveEscalas>): Readonly<Record<TipoCriterios, Escala>> {
  const fields: Record<string, string> = {}
  const escalas = mapTipos((tipo): Escala => {
    const [maximo, paso] = [puntosOf(input[tipo].maximo), puntosOf(input[tipo].paso)]
    if (maximo === null) fields[`${tipo}.maximo`] = NO_NUMERO
    if (paso === null) fields[`${tipo}.paso`] = NO_NUMERO
    if (maximo === null || paso === null) return { maximo: 0, paso: 0 }
    const found = faultOfEscala({ maximo, paso })
    if (found) fields[`${tipo}.${found.campo}`] = found.fault
    return { maximo, paso }
  })
  if (Object.keys(fields).length > 0) throw new Problem('input.invalid', fields)
  return escalas
}

/** Returns the judge of a link. Unkeyed, so that the link is not stored in the table of keys. */
export const readEnlaceJuez: Act<typeof contract.readEnlaceJuez, Pick<Juez, 'id' | 'nombre'>> = {
  unkeyed: true,
  prepare: async (deps, { token }) => deps.db.read((tx) => mustFindByEnlace(tx, token)),
  run: async (_work, _input, juez) => juez,
}

interface Entering {
  readonly sesionToken: string
  readonly oldToken: string | undefined
}

/**
 * Opens a session with a personal link, and ends the session that the browser had. An invalid link is refused after one
 * read and counts no attempt; a valid one counts against the limit of its judge and network.
 */
export const enterAsJuez: Act<typeof contract.enterAsJuez, Entering> = {
  unkeyed: true,
  prepare: async (deps, { token }, { network, cookieToken }) => {
    const { id } = await deps.db.read((tx) => mustFindByEnlace(tx, token))
    await claimAttempt(deps, [['juez', `${id}|${network}`]])
    return { sesionToken: newToken(), oldToken: cookieToken }
  },
  run: async (work, { token }, { sesionToken, oldToken }) => {
    const juez = await mustFindByEnlace(work.tx, token)
    await endSesion(work, oldToken)
    await openSesion(work, { role: 'juez', email: '', ...juez }, sesionToken)
    return juez
  },
  respond: (deps, reply, { sesionToken }) => setCookie(deps.env, reply, 'sesion', sesionToken),
}

/** The active judge of a personal link. Throws `juez.enlaceInvalid`. */
async function mustFindByEnlace(tx: Tx, token: string): Promise<Pick<Juez, 'id' | 'nombre'>> {
  const active = tx.selectFrom('jueces').select(['id', 'nombre']).where('enlace', '=', token).where('activo', '=', 1)
  return active.executeTakeFirstOrThrow(() => new Problem('juez.enlaceInvalid'))
}
