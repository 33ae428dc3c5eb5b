import { sendCalificacion } from '#contract/calificaciones.ts'
import { criteriosOfTipo, type TipoCriterios } from '#domain/criterios.ts'
import type { Client, SendOptions, TestApp } from './app.ts'

/** A complete mark with the same figure for each criterion. */
export function todos(puntos: string, tipo: TipoCriterios = 'general'): Record<string, string> {
  return Object.fromEntries(criteriosOfTipo(tipo).map(({ clave }) => [clave, puntos]))
}

/** Sends a complete mark; `version`: the one that the device knows. */
export function send(
  juez: Client,
  competidorId: string,
  puntos: string,
  { version = 0, ...options }: SendOptions & { readonly version?: number } = {},
): Promise<{ estado: 'enviada' | 'tardia'; version: number; l_calificacion: string }> {
  return juez.send(sendCalificacion, { competidorId, criterios: todos(puntos), version }, options)
}

/** A clock whose every reading is later: no two late marks arrive in the same millisecond. */
export function ticking(): () => number {
  let at = Date.parse('2025-04-10T18:00:00Z')
  return () => (at += 1)
}

/** The stored marks of an entry, by judge. */
export async function storedMarcas(
  { deps }: TestApp,
  competidorId: string,
): Promise<Record<string, { estado: string; version: number; total: string | null; motivo: string | null }>> {
  const rows = await deps.db.read((tx) =>
    tx.selectFrom('calificaciones').selectAll().where('competidorId', '=', competidorId).execute(),
  )
  return Object.fromEntries(
    rows.map(({ juezId, estado, version, l_calificacion: total, motivo }) => [
      juezId,
      { estado, version, total, motivo },
    ]),
  )
}

/** The late marks of a judge, oldest first. */
export async function storedTardias(
  { deps }: TestApp,
  juezId: string,
): Promise<{ id: string; clave: string; estado: string; causa: string; total: string; competidorId: string }[]> {
  const rows = await deps.db.read((tx) =>
    tx.selectFrom('tardia').selectAll().where('juezId', '=', juezId).orderBy('recibida').orderBy('id').execute(),
  )
  return rows.map(({ id, clave, estado, causa, l_calificacion: total, competidorId }) => ({
    id,
    clave,
    estado,
    causa,
    total,
    competidorId,
  }))
}
