import { setTimeout as pause } from 'node:timers/promises'
import type { Evento } from '#domain/evento.ts'
import type { Carta, Deps, Mail } from '../deps.ts'
import { isLoopback } from '../env.ts'
import type { Persona } from './store.ts'

/** Timeout of a connection and of its greeting. */
const CONNECT_MS = 10_000
/** The longest silence of a mail server that has answered before: some check the whole e-mail before they take it. */
const SILENCE_MS = 60_000
/** An e-mail that is not delivered by then leaves its connection: a server that answers byte by byte would hold it. */
const LONGEST_MS = 5 * 60_000
/** The pause before an e-mail is sent again, once. A server that refuses unknown senders at first (greylisting) takes it after 5 minutes. */
const RETRY_MS = 6 * 60_000
/** The longest time that a start or a stop waits for the mail server. */
const WAIT_MS = 4_000
/** A fault is checked again at most this often. */
const RECHECK_MS = 60_000

/** Opens the SMTP transport. Returns null when none is configured; loads nodemailer only when one is. */
export async function openMail(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  { longestMs = LONGEST_MS, retryMs = RETRY_MS } = {},
): Promise<Mail | null> {
  if (!env.smtp) return null
  const { createTransport } = await import('nodemailer')
  const { url, from } = env.smtp
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // `requireTLS` in the address takes precedence.
      requireTLS: mustEncrypt(url),
    },
    { from },
  )
  const sending = new Set<Promise<void>>()
  /** Number of second attempts that are not yet due. */
  let waiting = 0
  let isClosed = false
  let fault: string | null = null
  /** The time of the last check, ms, on the clock of the process. */
  let checked = 0
  const verify = async (): Promise<void> => {
    checked = performance.now()
    try {
      await transport.verify()
      // A check does not tell whether the sender is accepted.
      if (fault !== NOT_FROM) fault = null
    } catch (error) {
      if (fault === null) log.warn(reasonOf(error), 'the mail server cannot be used')
      fault = faultOf(error)
    }
  }
  const send = async (carta: Carta, isCurrent: () => Promise<boolean>, isLast: boolean): Promise<void> => {
    if (!(await isCurrent())) return log.info('an e-mail is not sent, because its link is no longer valid')
    const { to, subject, text } = carta
    try {
      // As an object: nodemailer then does not search the text for more addresses.
      const recipient = { name: '', address: to }
      await transport.sendMail({ to: [recipient], subject, text, signal: AbortSignal.timeout(longestMs) })
      fault = null
    } catch (error) {
      fault = faultOf(error) ?? fault
      if (isLast || isClosed || !isTemporary(error)) return log.error(reasonOf(error), 'an e-mail could not be sent')
      log.warn(reasonOf(error), 'an e-mail could not be sent and is sent again later')
      waiting += 1
      setTimeout(() => {
        waiting -= 1
        if (!isClosed) begin(carta, isCurrent, true)
      }, retryMs).unref()
    }
  }
  const begin: (...given: Parameters<typeof send>) => void = (...given) => {
    const sent = send(...given).finally(() => sending.delete(sent))
    sending.add(sent)
  }
  return {
    send: (carta, isCurrent) => begin(carta, isCurrent, false),
    check: async () => {
      const isLate = await Promise.race([verify().then(() => false), pause(WAIT_MS, true, { ref: false })])
      if (!isLate || fault !== null) return
      fault = NO_ANSWER
      log.warn('the mail server does not answer')
    },
    notices: () => {
      if (fault === null) return []
      // A check signs in and no more: it does not tell whether the sender is accepted.
      if (fault !== NOT_FROM && performance.now() - checked > RECHECK_MS) void verify()
      return [`El servidor de correo de SMTP_URL ${fault}. Mientras tanto, crea los enlaces de acceso en Usuarios.`]
    },
    close: async () => {
      isClosed = true
      if (waiting > 0) log.error({ emails: waiting }, 'e-mails are not sent again, because the server stops')
      await Promise.race([Promise.all(sending), pause(WAIT_MS, undefined, { ref: false })])
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
const NOT_FOUND = 'no se encuentra'
const NOT_NOW = 'no acepta correos por ahora'
const NOT_FROM = 'no acepta el remitente de MAIL_FROM'

/** Codes of TLS: a certificate that is not trusted, expired or of another name, or a server that speaks no TLS. */
const TLS_CODE = /CERT|SSL|TLS|SIGNED|SIGNATURE|ISSUER|ALTNAME|EPROTO/

/** Why the mail server cannot be used, for a sentence; null when it refused one e-mail. */
export function faultOf(error: unknown): string | null {
  const { code, originalCode, responseCode, command } = fieldsOf(error)
  const isOneEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isRefusedForNow(error)) return isOneEmail ? null : NOT_NOW
  if (isOneEmail) return command === 'MAIL FROM' ? NOT_FROM : null
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
 * Whether another attempt may deliver the e-mail: also after `LONGEST_MS`, which it may have spent in the queue. A server whose
 * answer was lost may get the e-mail twice: with the same link, which does no harm.
 */
function isTemporary(error: unknown): boolean {
  if (fieldsOf(error).code === 'EABORT') return true
  return isRefusedForNow(error) || [NO_ANSWER, NOT_FOUND].includes(faultOf(error) ?? '')
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
