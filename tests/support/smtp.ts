import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface Letter {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail server that accepts and keeps every e-mail: enough of SMTP for a client that follows the standard. */
export interface Smtp extends AsyncDisposable {
  readonly url: string
  readonly letters: readonly Letter[]
  /** Refuses every recipient, and names it in the answer. */
  refuse: boolean
  /** How many more recipients it refuses for now. */
  refusedForNow: number
  /** Refuses every sender. */
  refuseSender: boolean
  /** Asks for a password, and refuses each. */
  refusePassword: boolean
  /** The first line that a client gets. */
  greeting: string
  /** Answers a recipient with a byte from time to time, without end. */
  trickle: boolean
  /** The lines that clients sent. */
  readonly said: readonly string[]
}

export async function startSmtp(port = 0): Promise<Smtp> {
  const sockets = new Set<Socket>()
  const letters: Letter[] = []
  const said: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that leaves without a word has nothing more to say.
    socket.on('error', () => socket.destroy())
    talk(socket, smtp)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const smtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    said,
    refuse: false,
    refusedForNow: 0,
    refuseSender: false,
    refusePassword: false,
    greeting: '220 prueba',
    trickle: false,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return smtp
}

interface Manners extends Omit<Smtp, 'url' | 'letters' | 'said' | keyof AsyncDisposable> {
  readonly letters: Letter[]
  readonly said: string[]
}

function talk(socket: Socket, smtp: Manners): void {
  let rest = ''
  let inData = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  say(smtp.greeting)
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const end = rest.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const said = rest.slice(0, end)
      rest = rest.slice(end + (inData ? 5 : 2))
      if (inData) {
        smtp.letters.push(letterOf(said))
        inData = false
        say('250 tomada')
        continue
      }
      smtp.said.push(said)
      const verb = said.slice(0, 4).toUpperCase()
      if (verb === 'DATA') inData = true
      if (verb === 'QUIT') socket.end('221 adiós\r\n')
      else if (smtp.refusePassword && verb === 'EHLO') say('250-prueba\r\n250 AUTH PLAIN')
      else if (verb === 'AUTH') say('535 5.7.8 no es esa')
      else if (verb === 'STAR') say('502 5.5.1 aquí no se cifra')
      else if (smtp.refuseSender && verb === 'MAIL') say('553 5.7.1 no es tu dirección')
      else if (smtp.trickle && verb === 'RCPT') trickleTo(socket)
      else if (verb === 'RCPT' && smtp.refusedForNow > 0) {
        smtp.refusedForNow -= 1
        say(`451 4.7.1 vuelve más tarde ${said.slice('RCPT TO:'.length)}`)
      } else if (smtp.refuse && verb === 'RCPT') say(`550 5.1.1 no existe ${said.slice('RCPT TO:'.length)}`)
      else say(verb === 'DATA' ? '354 sigue' : '250 bien')
    }
  })
}

function trickleTo(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50)
  socket.on('close', () => clearInterval(timer))
}

function letterOf(raw: string): Letter {
  const [head = '', body = ''] = raw.split(/\r\n\r\n([\s\S]*)/, 2)
  const lines = head.replaceAll(/\r\n\s+/g, ' ').split('\r\n')
  const header = (name: string): string =>
    decodedWords(lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? '')
  const encoding = header('content-transfer-encoding')
  const text = encoding === 'base64' ? Buffer.from(body, 'base64') : quotedPrintable(body)
  return { from: header('from'), to: header('to'), subject: header('subject'), text: text.toString() }
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replaceAll(/=\r\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** `=?UTF-8?Q?Contrase=C3=B1a?=`, which is how a header says what is not ASCII. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : quotedPrintable(word.replaceAll('_', ' '))
      ).toString(),
    )
}
