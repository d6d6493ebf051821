import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it receives. */
export interface Mailbox {
  /** For SMTP_URL. */
  url: string
  /** Everything received so far. */
  readonly messages: readonly Email[]
  /** The next message to an address that has not been handed out yet; waits for it, at the most `withinMs`. */
  next(address: string, withinMs?: number): Promise<Email>
  close(): Promise<void>
}

/**
 * Starts a mail server on a free loopback port. `replyTo` says with which code it refuses a recipient; null lets it in.
 */
export async function openMailbox(
  replyTo: (recipient: string) => number | null = () => null,
): Promise<Mailbox> {
  const messages: Email[] = []
  const taken = new Set<Email>()
  const arrivals = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address: recipient }, _session, done) {
      const responseCode = replyTo(recipient)
      done(responseCode === null ? null : Object.assign(new Error('Refused'), { responseCode }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((message) => {
          messages.push(message)
          done()
          arrivals.dispatchEvent(new Event('mail'))
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')

  function take(address: string): Email | undefined {
    const found = messages.find(
      (message) =>
        !taken.has(message) && message.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()),
    )
    if (found !== undefined) taken.add(found)
    return found
  }

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
    next(address, withinMs = 60_000) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = take(address)
          if (found === undefined) return
          clearTimeout(timer)
          arrivals.removeEventListener('mail', look)
          resolve(found)
        }
        const timer = setTimeout(() => {
          arrivals.removeEventListener('mail', look)
          reject(new Error(`No mail to ${address} within ${withinMs} ms.`))
        }, withinMs)
        arrivals.addEventListener('mail', look)
        look()
      })
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
