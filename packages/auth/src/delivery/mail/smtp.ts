import { createTransport } from 'nodemailer'
import { type MailTransport, messageFields } from './transport.ts'

const SECOND_MS = 1_000
/** Shorter than a sender's lease on a mail (store/message-queue.ts), so that two never send the same one. */
const WHOLE_SEND_TIMEOUT_MS = 90 * SECOND_MS

/** Sends through a mail server: `smtp://user:password@host:587`, `smtps://…:465`. */
export function smtpTransport(smtpUrl: string, sender: { from: string; host: string }): MailTransport {
  const server = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    // Trying again is the queue's business: it knows what has been sent.
    maxRequeues: 0,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })
  return {
    async send(mail) {
      await server.sendMail({
        ...messageFields(mail, sender),
        signal: AbortSignal.timeout(WHOLE_SEND_TIMEOUT_MS),
      })
    },
    close: () => server.close(),
  }
}
