import { localOf } from '#domain/hora.ts'

const MESES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** `1 mar 2025, 09:00` in the zone, for an ISO timestamp. Imported data may lack it, or hold what is none. */
export function formatFecha(iso: string | null, zona: string): string {
  const instant = Date.parse(iso ?? '')
  if (Number.isNaN(instant)) return 'Sin fecha'
  const { fecha, hh, mm } = localOf(instant, zona)
  const [anio = '', mes = '', dia = ''] = fecha.split('-')
  return `${Number(dia)} ${MESES[Number(mes) - 1]} ${anio}, ${hh}:${mm}`
}
