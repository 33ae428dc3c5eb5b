import { setTimeout as pause } from 'node:timers/promises'
import type { Evento } from '#domain/evento.ts'
import type { Carta, Deps, Mail } from '../deps.ts'
import { isLoopback } from '../env.ts'
import { Queue } from '../queue.ts'
import type { Persona } from './store.ts'

const CONNECTIONS = 2
const TIMEOUT_MS = 10_000
/** The longest silence of a mail server that has answered before: some check the whole e-mail before they take it. */
const SILENCE_MS = 60_000
const CLOSE_MS = 4_000
/** The pause before an e-mail is sent again, once. A server that refuses unknown senders at first (greylisting) takes it after 5 minutes. */
const RETRY_MS = 6 * 60_000
/** An e-mail that is not delivered by then is given up: a server that answers byte by byte would hold its connection. */
const LONGEST_MS = 5 * 60_000
/** The longest time that the start waits for the mail server. */
const CHECK_MS = 4_000
/** A fault is checked again at most this often. */
const RECHECK_MS = 60_000

interface Times {
  readonly longestMs?: number | undefined
  readonly retryMs?: number
}

/** Opens the SMTP transport. Returns null when none is configured; loads nodemailer only when one is. */
export async function openMail(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  { longestMs = LONGEST_MS, retryMs = RETRY_MS }: Times = {},
): Promise<Mail | null> {
  if (!env.smtp) return null
  const { createTransport } = await import('nodemailer')
  const { url, from } = env.smtp
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      // `requireTLS` in the address takes precedence.
      requireTLS: mustEncrypt(url),
    },
    { from },
  )
  // The transport has a queue, too, but there the time limit of an e-mail would begin before its turn.
  const queue = new Queue(CONNECTIONS)
  const sending = new Set<Promise<boolean>>()
  /** The second attempts that are not yet due. */
  const later = new Set<NodeJS.Timeout>()
  let isClosed = false
  let fault: string | null = null
  let isLogged = false
  /** The sender was refused. Only sending an e-mail tells; a check signs in and no more. */
  let isSenderRefused = false
  /** The time of the last check, ms, on the clock of the process. */
  let checked = 0
  const verify = async (): Promise<void> => {
    checked = performance.now()
    fault = await transport.verify().then(
      () => null,
      (error: unknown) => {
        if (!isLogged) log.warn(reasonOf(error), 'the mail server cannot be used')
        return faultOf(error) ?? NO_ANSWER
      },
    )
    isLogged = fault !== null
  }
  /** Returns whether the e-mail should be sent again. */
  const attempt = async ({ to, subject, text }: Carta, isLast: boolean): Promise<boolean> => {
    const signal = AbortSignal.timeout(longestMs)
    try {
      // As an object: nodemailer then does not search the text for more addresses.
      await transport.sendMail({ to: [{ name: '', address: to }], subject, text, signal })
      fault = null
      isSenderRefused = false
      return false
    } catch (error) {
      const isRetried = !isLast && !isClosed && !signal.aborted && isTemporary(error)
      if (isRetried) log.warn(reasonOf(error), 'an e-mail could not be sent and is sent again later')
      else log.error(reasonOf(error), 'an e-mail could not be sent')
      isSenderRefused ||= isAboutSender(error)
      fault = faultOf(error) ?? fault
      return isRetried
    }
  }
  const send = async (carta: Carta, isCurrent: () => Promise<boolean>, isLast: boolean): Promise<void> => {
    const sent = queue.run(async () => {
      if (await isCurrent()) return attempt(carta, isLast)
      log.info('an e-mail is not sent, because its link is no longer valid')
      return false
    })
    sending.add(sent)
    const isRetried = await sent
    sending.delete(sent)
    if (!isRetried) return
    const timer = setTimeout(() => {
      later.delete(timer)
      void send(carta, isCurrent, true)
    }, retryMs).unref()
    later.add(timer)
  }
  return {
    send: (carta, isCurrent) => void send(carta, isCurrent, false),
    check: async () => {
      const isLate = await Promise.race([verify().then(() => false), pause(CHECK_MS, true, { ref: false })])
      if (isLate) fault ??= NO_ANSWER
    },
    notices: () => {
      const said = fault ?? (isSenderRefused ? 'no acepta el remitente de MAIL_FROM' : null)
      if (said === null) return []
      if (performance.now() - checked > RECHECK_MS) void verify()
      return [`El servidor de correo de SMTP_URL ${said}. Mientras tanto, crea los enlaces de acceso en Usuarios.`]
    },
    close: async () => {
      isClosed = true
      for (const timer of later) clearTimeout(timer)
      if (later.size > 0) log.error({ emails: later.size }, 'e-mails are not sent again, because the server stops')
      await Promise.race([Promise.all(sending), pause(CLOSE_MS, undefined, { ref: false })])
      transport.close()
    },
  }
}

/** Whether the address has a password for a server beyond this machine: it must not be sent in plain text. */
function mustEncrypt(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !isLoopback(hostname.replaceAll(/[[\]]/g, ''))
}

/**
 * The fields of a failure that the log may hold: only codes. The message, the response of the server and the list of
 * rejected recipients contain the address.
 */
function reasonOf(error: unknown): Record<string, unknown> {
  const { code, originalCode, responseCode, response, command } = fieldsOf(error)
  const [status = null] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(response)) ?? []
  return { code, originalCode, responseCode, status, command }
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(error instanceof Error ? Object.entries(error) : [])
}

const NO_ANSWER = 'no responde'
const NOT_NOW = 'no acepta correos por ahora'
const NOT_FOUND = 'no se encuentra'

/** Codes of TLS: a certificate that is not trusted, expired or of another name, or a server that speaks no TLS. */
const TLS_CODE = /CERT|SSL|TLS|SIGNED|SIGNATURE|ISSUER|ALTNAME|EPROTO/

/** Why the mail server cannot be used, for a sentence; null when it refused one e-mail. */
export function faultOf(error: unknown): string | null {
  const { code, originalCode, responseCode } = fieldsOf(error)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return null
  if (isRefusedForNow(error)) return NOT_NOW
  if (code === 'EAUTH') return 'no acepta ese usuario y esa clave'
  if (code === 'EDNS') return NOT_FOUND
  if (code === 'ETLS' || TLS_CODE.test(String(originalCode)))
    return 'no da una conexión cifrada en la que se pueda confiar'
  return responseCode === undefined ? NO_ANSWER : 'rechaza la conexión'
}

/** An answer from 400 to 499 is temporary (RFC 5321, 4.2.1): mail servers give it to the first e-mail of a sender, too. */
function isRefusedForNow(error: unknown): boolean {
  const { responseCode } = fieldsOf(error)
  return typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500
}

/**
 * Whether another attempt may deliver the e-mail. A server whose answer was lost may get the e-mail twice: with the same link,
 * which does no harm.
 */
function isTemporary(error: unknown): boolean {
  const fault = faultOf(error)
  return isRefusedForNow(error) || fault === NO_ANSWER || fault === NOT_FOUND
}

function isAboutSender(error: unknown): boolean {
  const { code, command } = fieldsOf(error)
  return code === 'EENVELOPE' && command === 'MAIL FROM' && !isRefusedForNow(error)
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
    'Sirve una sola vez, hasta una hora después de pedirlo. Si no lo pediste tú, no hagas nada: tu contraseña sigue igual.',
    ...(evento.correo ? [`¿Dudas? Escribe a ${evento.correo}`] : []),
  ]
  return { to: persona.email, subject: `Cambia tu contraseña de ${evento.nombre}`, text: lines.join('\n\n') }
}
