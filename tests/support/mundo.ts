import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { hashToken, newToken } from '../../src/server/acceso/sesiones.ts'
import { savePrograma } from '../../src/server/horario/programa.ts'
import { pathOfParte } from '../../src/server/files/store.ts'
import type { Client, TestApp } from './app.ts'
import { saveOrdenCerrado } from '../../src/server/horario/numeros.ts'
import { aCategoria, aCompetidor, aPantalla } from './builders.ts'
import { seedCuenta } from './cuentas.ts'
import { seedJurado, type Jurado } from './mundo-jurado.ts'
import { aTrack } from './mp3.ts'
import { begin, idOf } from './tus.ts'

/** The kinds of actors in the matrix. `dueña` owns the entry, the photo and the upload. */
export const QUIENES = ['visitante', 'dueña', 'otra', 'admin', 'desactivada', 'vencida'] as const
export type Quien = (typeof QUIENES)[number]

/** Real data behind every address, so that only the actor decides the answer. */
export interface Mundo {
  readonly dueña: Client
  readonly otra: Client
  readonly admin: Client
  readonly tercera: { readonly id: string; readonly email: string }
  readonly categoriaId: string
  readonly sinDiaId: string
  readonly entradaId: string
  readonly sinOrdenId: string
  /** The `dueña`'s, begun and not a byte sent. */
  readonly subida: string
  /** Finished uploads, one of each person. */
  readonly listas: Readonly<Record<'dueña' | 'otra' | 'admin', string>>
  readonly imagen: string
  readonly tokens: Readonly<
    Record<'configurar' | 'restablecer' | 'juez' | 'pantalla' | 'puestoMusica' | 'recepcion', string>
  >
  readonly pantallaId: string
  readonly juez: Client
  readonly jurado: Jurado
}

export const TRACK = aTrack(2)

/** A break of the programme of jueves. */
export const PAUSA_ID = 'pausa-1'
const RUBRICAS = { id: 1 as const, rubricas: JSON.stringify(['General']), rubricaSel: null }

export async function aMundo(app: TestApp): Promise<Mundo> {
  const { db, files, newId } = app.deps
  // No administrator has a password: otherwise the link for the first administrator would not work.
  await db.write((tx) => tx.deleteFrom('cuenta').execute())
  const [dueña, otra, admin] = [await app.as('usuario'), await app.as('usuario'), await app.as('admin')]
  const email = `${newId()}@b.mx`
  const tercera = { id: await seedCuenta(app, { email, en: ['users'] }), email }
  const categoria = aCategoria({ id: newId(), nombre: `Salsa ${newId()}` })
  const sinDia = aCategoria({ id: newId(), nombre: null, dia: null, orden: null })
  const musicaPath = `musica/${newId()}.mp3`
  const own = { categoriaId: categoria.id, usuarioId: dueña.id }
  const entrada = aCompetidor({ ...own, id: newId(), musicaPath })
  const sinOrden = aCompetidor({ ...own, id: newId(), orden: null })
  const fotoPath = `fotos/${dueña.id}.webp`
  const imagen = `${newId()}.webp`
  const tokens = {
    configurar: newToken(),
    restablecer: newToken(),
    juez: newToken(),
    pantalla: newToken(),
    puestoMusica: newToken(),
    recepcion: newToken(),
  }
  const puestos = [
    aPantalla({ id: newId(), nombre: `Música ${newId()}`, tipo: 'Música', enlace: tokens.puestoMusica }),
    aPantalla({ id: newId(), nombre: `Recepción ${newId()}`, tipo: 'Recepción', enlace: tokens.recepcion }),
  ]
  const pantalla = aPantalla({ id: newId(), nombre: `Sala ${newId()}`, enlace: tokens.pantalla })
  const juez = await app.as('juez', { enlace: tokens.juez })
  const listas = { dueña: newId(), otra: newId(), admin: newId() }
  const personas = { dueña: `usuario:${dueña.id}`, otra: `usuario:${otra.id}`, admin: `admin:${admin.id}` }

  const tracks = [musicaPath, ...Object.values(listas).map((archivo) => pathOfParte({ archivo }))]
  const stored = [...tracks, fotoPath, `carrusel/${imagen}`]
  await Promise.all(stored.map((path) => files.put(path, Readable.from([TRACK]))))
  const { path } = await begin(app, dueña, TRACK.length)
  await db.write(async (tx) => {
    // No turn: an act that changes the order asks no question.
    await tx.deleteFrom('turno').execute()
    await tx.insertInto('categorias').values([categoria, sinDia]).execute()
    await tx.insertInto('competidores').values([entrada, sinOrden]).execute()
    await tx
      .insertInto('pantalla')
      .values([pantalla, ...puestos])
      .execute()
    // The server looks at both by itself, and may have been first.
    const galeria = { archivo: imagen, orden: 1 }
    await tx
      .insertInto('galeria')
      .values(galeria)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const pausas = [{ id: PAUSA_ID, titulo: 'Comida', antesDe: null, minutos: 30, noAntes: null }]
    const ajustes = { inicio: Date.UTC(2025, 3, 10, 16), montaje: 30, jueceo: 30 }
    await savePrograma(tx, 'jueves', { ajustes, pausas, publicado: null })
    const publicado = { ajustes, fin: ajustes.inicio, inicios: {}, largos: {}, pausas: [] }
    await savePrograma(tx, 'viernes', { ajustes, pausas: [], publicado })
    await tx.insertInto('musica').values({ path: musicaPath, duracion: 2 }).execute()
    await saveOrdenCerrado(tx, 'sábado', { dados: [], categorias: [] })
    await tx
      .insertInto('adminCompetencia')
      .values(RUBRICAS)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.updateTable('users').set({ fotoPath }).where('uid', '=', dueña.id).execute()
    for (const quien of ['dueña', 'otra', 'admin'] as const) {
      const row = { id: listas[quien], persona: personas[quien], bytes: TRACK.length, duracion: 2, creada: Date.now() }
      await tx
        .insertInto('subida')
        .values({ ...row, estado: 'lista' })
        .execute()
      const parte = { subida: row.id, inicio: 0, bytes: TRACK.length, archivo: row.id }
      await tx.insertInto('subida_parte').values(parte).execute()
    }
    const { id: cuentaId } = await tx
      .selectFrom('cuenta')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const vence = Date.now() + 60 * 60_000
    const enlace = (tipo: 'configurar' | 'restablecer') => ({ tipo, tokenHash: hashToken(tokens[tipo]), vence })
    await tx
      .insertInto('enlace')
      .values({ ...enlace('configurar'), cuentaId: null })
      .execute()
    await tx
      .insertInto('enlace')
      .values({ ...enlace('restablecer'), cuentaId })
      .execute()
  })
  const jurado = await seedJurado(app, { juezId: juez.id, categoriaId: categoria.id, entradaId: entrada.id })
  return {
    dueña,
    otra,
    admin,
    juez,
    jurado,
    tercera,
    listas,
    tokens,
    imagen,
    categoriaId: categoria.id,
    sinDiaId: sinDia.id,
    entradaId: entrada.id,
    sinOrdenId: sinOrden.id,
    pantallaId: pantalla.id,
    subida: idOf(path),
  }
}

/** The cookie of an actor. A disabled actor, or one with an expired session, had full access before. */
export async function cookieOf(
  app: TestApp,
  mundo: Mundo,
  quien: Quien,
  isForAdmin: boolean,
): Promise<string | undefined> {
  const { dueña, admin } = mundo
  if (quien === 'visitante') return undefined
  if (quien === 'vencida') {
    await app.deps.db.write((tx) =>
      tx.updateTable('sesion').set({ vista: 0 }).where('personaId', 'in', [dueña.id, admin.id]).execute(),
    )
    return (isForAdmin ? admin : dueña).cookie
  }
  if (quien !== 'desactivada') return mundo[quien].cookie
  // Its session is still there: as when two acts cross.
  await app.deps.db.write(async (tx) => {
    const { email, emailKey } = await tx
      .selectFrom('users')
      .select(['email', 'emailKey'])
      .where('uid', '=', dueña.id)
      .executeTakeFirstOrThrow()
    const row = { id: randomUUID(), email: email ?? '', emailKey: emailKey ?? '', hash: null, desactivada: 1 as const }
    await tx
      .insertInto('cuenta')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return dueña.cookie
}
