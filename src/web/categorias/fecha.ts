import { localOf } from '#domain/hora.ts'

const MESES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** An ISO timestamp in the zone: `1 mar 2025, 09:00`. `Sin fecha` when it is missing or invalid, as imports may have it. */
export function formatFecha(iso: string | null, zona: string): string {
  const instant = Date.parse(iso ?? '')
  if (Number.isNaN(instant)) return 'Sin fecha'
  const { fecha, hh, mm } = localOf(instant, zona)
  const [anio = '', mes = '', dia = ''] = fecha.split('-')
  return `${Number(dia)} ${MESES[Number(mes) - 1]} ${anio}, ${hh}:${mm}`
}
