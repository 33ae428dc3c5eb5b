import { createTransport } from 'nodemailer'
import type { Deps, Mail } from '../deps.ts'

const PATIENCE_MS = 10_000
const LAST_MS = 4_000

/** The way out for e-mail; null when the operator set none up. */
export function openMail({ env, log }: Pick<Deps, 'env' | 'log'>): Mail | null {
  if (!env.smtp) return null
  const transport = createTransport(
    {
      url: env.smtp.url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    },
    { from: env.smtp.from },
  )
  const sending = new Set<Promise<void>>()
  return {
    send: ({ to, subject, text }) => {
      // A list of one: nodemailer then takes the address as it is and looks for no others in it.
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
      const last = Promise.withResolvers<void>()
      const timer = setTimeout(() => last.resolve(), LAST_MS)
      await Promise.race([Promise.all(sending), last.promise])
      clearTimeout(timer)
      transport.close()
    },
  }
}

/**
 * What the log may keep of a failure: codes alone. The message, the server's response and the list of rejected recipients
 * all hold the address.
 */
function reasonOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {}
  const about = new Map<string, unknown>(Object.entries(error))
  const [status = null] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(String(about.get('response'))) ?? []
  return { code: about.get('code'), responseCode: about.get('responseCode'), status, command: about.get('command') }
}
