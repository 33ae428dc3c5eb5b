import { TIPOS_CRITERIOS, type TipoCriterios } from '#domain/criterios.ts'
import { isDia } from '#domain/dia.ts'
import { ESCALA_DEFAULT, type Escala } from '#domain/escala.ts'
import type { Juez } from '#domain/juez.ts'
import type { Tx } from '../db/database.ts'
import type { JuecesTable } from '../db/schema-jueces.ts'
import { statement } from '../db/statement.ts'

const selectJueces = statement((tx) =>
  tx.selectFrom('jueces').select(['id', 'nombre', 'activo', 'principal', 'dias', 'categorias']),
)

/** All judges with their assignments. */
export async function listJueces(tx: Tx): Promise<Juez[]> {
  return (await selectJueces(tx, {})).map(juezOf)
}

function juezOf(row: Omit<JuecesTable, 'enlace'>): Juez {
  return {
    id: row.id,
    nombre: row.nombre,
    activo: row.activo === 1,
    principal: row.principal === 1,
    dias: textsOf(row.dias)?.filter(isDia) ?? null,
    categorias: textsOf(row.categorias),
  }
}

function textsOf(json: string | null): string[] | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return Array.isArray(value) ? value.map(String) : null
}

const selectEscalas = statement((tx) => tx.selectFrom('escala').selectAll())

/** The scale of every criteria type. */
export async function readEscalas(tx: Tx): Promise<Record<TipoCriterios, Escala>> {
  const rows = new Map((await selectEscalas(tx, {})).map(({ tipo, maximo, paso }) => [tipo, { maximo, paso }]))
  const escalas = TIPOS_CRITERIOS.map((tipo) => [tipo, rows.get(tipo) ?? ESCALA_DEFAULT] as const)
  return Object.fromEntries(escalas) as Record<TipoCriterios, Escala>
}
