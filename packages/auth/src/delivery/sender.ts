import { setTimeout as delay } from 'node:timers/promises'
import type { Privileged } from '@cairn/postgres/privileged'
import type { Observe } from '../events.ts'
import { deleteMail, leaseDueMails, postponeMail, type QueuedMailRow } from '../store/message-queue.ts'
import type { Sealer } from '../tokens/sealing.ts'
import { composeMail } from './mail/compose.ts'
import type { MailTemplate } from './mail/template.ts'
import type { MailTransport } from './mail/transport.ts'
import { createPollLoop } from './poll-loop.ts'
import { MAIL_LIFETIME_MS, mailRetry, TEXT_LIFETIME_MS } from './retry.ts'
import { composeText, type TextTemplates } from './sms/queue.ts'
import type { TextTransport } from './sms/transport.ts'

const POLL_INTERVAL_MS = 5_000
/** A mail server that does not answer must not keep us from stopping; the lease makes up for it. */
const CLOSE_WITHIN_MS = 5_000
/** Taken at a time; few, for what a killed sender holds has to wait until its lease is over. */
const BATCH = 4

/** Sends what is in the queue, mails and text messages, in the background. */
export interface MailSender {
  start(): void
  /** Looks into the queue now instead of at the next turn. */
  poke(): void
  /** Stops after the mails that are being sent, or after a few seconds. */
  close(): Promise<void>
}

export interface MailSenderOptions {
  database: Privileged
  transport: MailTransport
  sealer: Sealer
  templates: Readonly<Record<string, MailTemplate>>
  texts: { transport: TextTransport; templates: TextTemplates }
  observe: Observe
}

export function createMailSender(options: MailSenderOptions): MailSender {
  const { database, transport, observe } = options
  const deliver = deliveryOf(options)
  const loop = createPollLoop({
    intervalMs: POLL_INTERVAL_MS,
    async work() {
      const mails = await database.transaction((tx) => leaseDueMails(tx, BATCH))
      await Promise.all(mails.map(deliver))
      return mails.length === BATCH
    },
    onFailure: (cause) => observe({ kind: 'background-failed', task: 'mail', cause }),
  })
  return {
    start: loop.start,
    poke: loop.poke,
    async close() {
      await Promise.race([loop.stop(), delay(CLOSE_WITHIN_MS, null, { ref: false })])
      transport.close()
    },
  }
}

/** Sends one queued message and takes it out of the queue; one that cannot be sent is put back or given up. */
function deliveryOf(options: MailSenderOptions): (mail: QueuedMailRow) => Promise<void> {
  const { database, observe } = options
  /** Sent, but still in the queue because the database went away in between: never to be sent again. */
  const sent = new Set<string>()

  async function putBack(mail: QueuedMailRow): Promise<void> {
    const lifetimeMs = mail.channel === 'email' ? MAIL_LIFETIME_MS : TEXT_LIFETIME_MS
    const retry = mailRetry({ attempts: mail.attempts, ageMs: mail.age_ms, lifetimeMs })
    if (retry.kind === 'again') {
      await database.transaction((tx) => postponeMail(tx, mail.id, retry.inMs))
      return
    }
    await database.transaction((tx) => deleteMail(tx, mail.id))
    observe({ kind: 'mail-given-up', mailId: mail.id, template: mail.template, attempts: mail.attempts })
  }

  return async (mail) => {
    const about = { mailId: mail.id, template: mail.template, attempts: mail.attempts }
    try {
      if (!sent.has(mail.id)) {
        await send(mail, options)
        sent.add(mail.id)
        observe({ kind: 'mail-sent', ...about })
      }
      await database.transaction((tx) => deleteMail(tx, mail.id))
      sent.delete(mail.id)
    } catch (cause) {
      observe({ kind: 'mail-failed', ...about, cause })
      await putBack(mail)
    }
  }
}

async function send(
  message: QueuedMailRow,
  { transport, texts, sealer, templates }: MailSenderOptions,
): Promise<void> {
  if (message.channel === 'email') await transport.send(composeMail(message, sealer, templates))
  else await texts.transport.send(composeText(message, sealer, texts.templates))
}
