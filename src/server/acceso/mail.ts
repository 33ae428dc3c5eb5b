import { createTransport } from 'nodemailer'
import type { Evento } from '#domain/evento.ts'
import type { Carta, Deps, Mail } from '../deps.ts'
import type { Persona } from './store.ts'

const TIMEOUT_MS = 10_000
const CLOSE_MS = 4_000

/** Opens the SMTP transport. Returns null when none is configured. */
export function openMail({ env, log }: Pick<Deps, 'env' | 'log'>): Mail | null {
  if (!env.smtp) return null
  const transport = createTransport(
    {
      url: env.smtp.url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from: env.smtp.from },
  )
  const sending = new Set<Promise<void>>()
  return {
    send: ({ to, subject, text }) => {
      // As an object: nodemailer then does not search the text for more addresses.
      const one = transport
        .sendMail({ to: [{ name: '', address: to }], subject, text })
        .then(
          () => undefined,
          (error: unknown) => log.error(reasonOf(error), 'an e-mail could not be sent'),
        )
        .finally(() => sending.delete(one))
      sending.add(one)
    },
    close: async () => {
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(() => timeout.resolve(), CLOSE_MS)
      await Promise.race([Promise.all(sending), timeout.promise])
      clearTimeout(timer)
      transport.close()
    },
  }
}

/**
 * The fields of a failure that the log may hold: only codes. The message, the response of the server and the list of
 * rejected recipients contain the address.
 */
function reasonOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {}
  const about = new Map<string, unknown>(Object.entries(error))
  const [status = null] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(about.get('response'))) ?? []
  return { code: about.get('code'), responseCode: about.get('responseCode'), status, command: about.get('command') }
}

interface Reset {
  readonly evento: Pick<Evento, 'nombre' | 'correo'>
  readonly persona: Pick<Persona, 'nombre' | 'email'>
  readonly enlace: string
}

/**
 * A plausible name of a person. A stranger may register this address under any name: a name that could be read as an
 * address or a message is left out of the e-mail.
 */
const NOMBRE = /^[\p{L}\p{M}]+(?:(?:[ '’-]|\. )[\p{L}\p{M}]+)*\.?$/u
const NOMBRE_MAX = 60

function saludo(nombre: string): string {
  return nombre.length <= NOMBRE_MAX && NOMBRE.test(nombre) ? `Hola, ${nombre}:` : 'Hola:'
}

/** Makes the e-mail with the link to set a new password; `Mail.send` sends it. */
export function cartaForNewPassword({ evento, persona, enlace }: Reset): Carta {
  const lines = [
    saludo(persona.nombre),
    `Alguien pidió una contraseña nueva para tu cuenta de ${evento.nombre}. Para elegirla, abre este enlace:`,
    enlace,
    'Sirve una sola vez, durante una hora. Si no lo pediste tú, no hagas nada: tu contraseña sigue igual.',
    ...(evento.correo ? [`¿Dudas? Escribe a ${evento.correo}`] : []),
  ]
  return { to: persona.email, subject: `Cambia tu contraseña de ${evento.nombre}`, text: lines.join('\n\n') }
}
