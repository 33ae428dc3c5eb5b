import { formatPuntos } from './calificacion.ts'
import { isTipoCriterios, nombreDeCriterio, tipoTitle } from './criterios.ts'
import { diaTitle, isDia } from './dia.ts'
import { isEstadoRetiro, retiroTitle } from './retiro.ts'
import { causaTitle, isCausaTardia } from './envio.ts'

/** A row of the log, with the name of its entry or category. */
interface ActoDeJurado {
  readonly kind: string
  readonly nombre: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * The words for an act on a mark, a late mark, a penalty, a withdrawal, a closed category or a scale; `null` for other
 * kinds.
 */
export function describeActoDeJurado({ kind, nombre, before, after }: ActoDeJurado): string | null {
  const juez = textIn(after, 'juez') ?? textIn(before, 'juez')
  const por = juez === null ? '' : ` por ${juez}`
  switch (kind) {
    case 'calificacion':
      return `Calificación de ${nombre}${por}`
    case 'tardia':
      return `Calificación tardía de ${nombre}${por}${before ? `: ${textIn(after, 'estado') ?? 'eliminada'}` : ''}`
    case 'penalizacion':
      return `Penalización de ${nombre}${after ? '' : ': quitada'}`
    case 'retiro':
      return `Competidor ${nombre}: ${after ? estadoText(textIn(after, 'estado') ?? '').toLowerCase() : 'restaurado'}`
    case 'cierre':
      return `Categoría ${nombre}: ${valueIn(after, 'cerrada') === true ? 'cerrada' : 'reabierta'}`
    case 'escala':
      return `Escala ${valueText('tipo', valueIn(after, 'tipo'), new Map()) ?? ''}`.trim()
    default:
      return null
  }
}

/** The fields of rows about judges and marks, with their names on screen. */
export const CAMPOS_DE_JURADO: Readonly<Record<string, string>> = {
  estado: 'Estado',
  causa: 'Causa',
  l_calificacion: 'Puntos',
  puntos: 'Puntos',
  paso: 'Paso',
  cerrada: 'Cerrada',
  decision: 'Decisión',
  principal: 'Juez principal',
  dias: 'Días asignados',
  categorias: 'Categorías asignadas',
  enlace: 'Enlace',
  token: 'Token',
}

/** The acts on links and tokens. Other values of these fields are never shown: they could be the secret itself. */
const ACTOS_DE_SECRETO: readonly unknown[] = ['nuevo', 'revocado']

/** The text of a field of such a row; `null` for a field that other rows have too. */
export function valueText(name: string, value: unknown, nombres: ReadonlyMap<string, string>): string | null {
  if (name === 'enlace' || name === 'token') return ACTOS_DE_SECRETO.includes(value) ? String(value) : 'sí'
  if (name === 'puntos' && typeof value === 'number') return formatPuntos(value)
  if (name === 'estado' && typeof value === 'string') return estadoText(value)
  if (name === 'causa' && isCausaTardia(value)) return causaTitle(value)
  if (name === 'tipo' && isTipoCriterios(value)) return tipoTitle(value)
  if (name === 'dias' && Array.isArray(value)) return value.map((dia) => (isDia(dia) ? diaTitle(dia) : '')).join(', ')
  if (name === 'categoriaId') return nombres.get(String(value)) || '(eliminada)'
  if (name === 'categorias' && Array.isArray(value)) {
    return value.map((id) => nombres.get(String(id)) || '(eliminada)').join(', ')
  }
  if (name === 'criterios' && typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([clave, puntos]) => `${nombreDeCriterio(clave) ?? clave} ${puntos}`)
      .join(', ')
  }
  return null
}

/** The judge named in the `after` value of a late mark. A row of an earlier version has no actor when the session had ended. */
export function juezNombreOf(value: unknown): string | null {
  return textIn(value, 'juez')
}

function estadoText(estado: string): string {
  if (isEstadoRetiro(estado)) return retiroTitle(estado)
  return estado === '' ? '' : `${estado.charAt(0).toUpperCase()}${estado.slice(1)}`
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textIn(value: unknown, name: string): string | null {
  const text = valueIn(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}
