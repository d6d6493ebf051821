import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail that a relay has taken. */
interface Relayed {
  to: string
  /** The same for each copy of one mail. */
  messageId: string
  /** When it was taken, by `performance.now()`. */
  atMs: number
}

/** A mail server that takes its time, for tests of many mails at once. */
export interface Relay {
  /** For SMTP_URL. */
  url: string
  readonly taken: readonly Relayed[]
  /** How many connections were open at once, at the most. */
  readonly mostAtOnce: number
  /** How many mails it lets hang now. */
  readonly hanging: number
  /** Waits until it has taken a mail to this address; rejects after so many milliseconds. */
  untilTaken(to: string, withinMs: number): Promise<Relayed>
  close(): Promise<void>
}

interface RelayOptions {
  /** How long it takes for a mail. */
  tookMs?: number
  /** Whether it gets no further than the mail to this receiver: it says nothing any more, and keeps the connection. */
  hangs?: (to: string) => boolean
}

const LOOK_AGAIN_MS = 10

/** Starts a relay on a free loopback port. */
export async function openRelay({ tookMs = 0, hangs = () => false }: RelayOptions = {}): Promise<Relay> {
  const taken: Relayed[] = []
  let open = 0
  let mostAtOnce = 0
  let hanging = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      open += 1
      mostAtOnce = Math.max(mostAtOnce, open)
      done()
    },
    onClose() {
      open -= 1
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        if (hangs(to)) {
          hanging += 1
          return
        }
        const messageId = /^message-id: (\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        wait(tookMs).then(() => {
          taken.push({ to, messageId, atMs: performance.now() })
          done()
        })
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    get mostAtOnce() {
      return mostAtOnce
    },
    get hanging() {
      return hanging
    },
    async untilTaken(to, withinMs) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const found = taken.find((one) => one.to === to)
        if (found !== undefined) return found
        if (performance.now() > deadline) throw new Error(`No mail to ${to} within ${withinMs} ms.`)
        await wait(LOOK_AGAIN_MS)
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
