import type { Evento } from '#domain/evento.ts'
import type { Carta } from './mail.ts'
import type { Persona } from './store.ts'

interface Reset {
  readonly evento: Pick<Evento, 'nombre' | 'correo'>
  readonly persona: Pick<Persona, 'nombre' | 'email'>
  readonly enlace: string
}

/** The letter with which somebody sets a new password. */
export function resetCarta({ evento, persona, enlace }: Reset): Carta {
  const lines = [
    `Hola, ${persona.nombre}:`,
    `Alguien pidió una contraseña nueva para tu cuenta de ${evento.nombre}. Para elegirla, abre este enlace:`,
    enlace,
    'Sirve una sola vez y durante una hora. Si no lo pediste tú, no hagas nada: tu contraseña sigue igual.',
    ...(evento.correo ? [`¿Dudas? Escribe a ${evento.correo}`] : []),
  ]
  return { to: persona.email, subject: `Tu contraseña de ${evento.nombre}`, text: lines.join('\n\n') }
}
