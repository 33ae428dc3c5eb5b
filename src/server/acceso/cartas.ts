import type { Evento } from '#domain/evento.ts'
import type { Carta } from '../deps.ts'
import type { Persona } from './store.ts'

interface Reset {
  readonly evento: Pick<Evento, 'nombre' | 'correo'>
  readonly persona: Pick<Persona, 'nombre' | 'email'>
  readonly enlace: string
}

/**
 * A name as people bear them. Anybody may register anybody's address, under a name of their own making: one that could be
 * read as an address or a message is not repeated in a letter.
 */
const NOMBRE = /^[\p{L}\p{M}]+(?:(?:[ '’-]|\. )[\p{L}\p{M}]+)*\.?$/u
const NOMBRE_MAX = 60

function saludo(nombre: string): string {
  return nombre.length <= NOMBRE_MAX && NOMBRE.test(nombre) ? `Hola, ${nombre}:` : 'Hola:'
}

/** The letter with which somebody sets a new password. */
export function resetCarta({ evento, persona, enlace }: Reset): Carta {
  const lines = [
    saludo(persona.nombre),
    `Alguien pidió una contraseña nueva para tu cuenta de ${evento.nombre}. Para elegirla, abre este enlace:`,
    enlace,
    'Sirve una sola vez, durante una hora. Si no lo pediste tú, no hagas nada: tu contraseña sigue igual.',
    ...(evento.correo ? [`¿Dudas? Escribe a ${evento.correo}`] : []),
  ]
  return { to: persona.email, subject: `Cambia tu contraseña de ${evento.nombre}`, text: lines.join('\n\n') }
}
