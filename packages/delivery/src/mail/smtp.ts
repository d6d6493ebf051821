import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { type MailTransport, messageFields, RefusedForGood } from './transport.ts'

const SECOND_MS = 1_000
const PATIENCE = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 30 * SECOND_MS,
}
/** The time limit for sending one mail, because a slow server keeps a connection busy. */
const WHOLE_SEND_TIMEOUT_MS = 90 * SECOND_MS

/** Sends through a mail server, over as many connections at once: `smtp://user:password@host:587`, `smtps://…:465`. */
export function smtpTransport(
  smtpUrl: string,
  connections: number,
  sender: { from: string; host: string },
): MailTransport {
  const server = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // The queue retries by itself: it knows which mails have been sent.
    maxRequeues: 0,
    ...PATIENCE,
  })
  return {
    async send(mail) {
      try {
        await server.sendMail({
          ...messageFields(mail, sender),
          signal: AbortSignal.timeout(WHOLE_SEND_TIMEOUT_MS),
        })
      } catch (error) {
        throw isFinal(error)
          ? new RefusedForGood('The mail server refuses this mail.', { cause: error })
          : error
      }
    },
    close: () => server.close(),
  }
}

/**
 * Connects to a mail server and signs in, without sending a mail. Rejects with the error of the server or the system.
 */
export async function tryMailServer(smtpUrl: string): Promise<void> {
  const server = createTransport({ url: smtpUrl, ...PATIENCE })
  try {
    await server.verify()
  } finally {
    server.close()
  }
}

const refusal = z.object({ command: z.string(), responseCode: z.number() })
/**
 * Commands whose refusal concerns the recipient or the message. Refusals of other commands concern our configuration,
 * which can be mended.
 */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/**
 * Whether the server refused for good: a reply of 500 and above says that a retry will not help; one of 400 and above
 * that it may. Source: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1
 */
function isFinal(error: unknown): boolean {
  const { data } = refusal.safeParse(error)
  return data !== undefined && data.responseCode >= 500 && ABOUT_THE_MAIL.has(data.command)
}
