import { setTimeout as delay } from 'node:timers/promises'
import { createPollLoop } from '@cairn/jobs/poll-loop'
import type { Privileged } from '@cairn/postgres/privileged'
import type { Observe } from './events.ts'
import { composeMail } from './mail/compose.ts'
import { type MailTransport, RefusedForGood } from './mail/transport.ts'
import {
  deleteMessage,
  leaseDueMessages,
  postponeMessage,
  type QueuedMessageRow,
  renewLeases,
} from './message-queue.ts'
import type { MailTemplatesByLanguage, SmsTemplatesByLanguage } from './port/templates.ts'
import { MAIL_LIFETIME_MS, nextRetry, SMS_LIFETIME_MS } from './retry.ts'
import type { Sealer } from './sealer.ts'
import { composeSms } from './sms/queue.ts'
import type { SmsTransport } from './sms/transport.ts'

/** Less than the ten seconds after which a mail of a killed sender is to go on, by more than its lease. */
const POLL_INTERVAL_MS = 4_000
const RENEW_LEASES_EVERY_MS = 1_000
/** A mail server that does not answer must not keep us from stopping; the lease makes up for it. */
const CLOSE_WITHIN_MS = 5_000
/** How many messages are leased at a time; few, for those of a killed sender wait until the lease is over. */
const BATCH = 4

/** Sends the queued mails and SMS in the background. */
export interface MessageSender {
  start(): void
  /** Looks into the queue now instead of at the next turn. */
  wake(): void
  /** Stops after the messages that are being sent, or after a few seconds. */
  close(): Promise<void>
}

export interface MessageSenderOptions {
  database: Privileged
  transport: MailTransport
  sealer: Sealer
  templates: MailTemplatesByLanguage
  sms: { transport: SmsTransport; templates: SmsTemplatesByLanguage }
  observe: Observe
}

export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { database, transport, observe } = options
  const deliver = createMessageDelivery(options)
  const report = (cause: unknown) => observe({ kind: 'background-failed', task: 'mail', cause })

  /** Delivers all; the leases of those that are still under way are renewed meanwhile. */
  async function holding(messages: readonly QueuedMessageRow[], work: Deliver): Promise<void> {
    const underWay = new Set(messages.map(({ id }) => id))
    const renewing = setInterval(() => {
      // One that fails is followed by another one; at worst a message is sent twice.
      database.statement((sql) => renewLeases(sql, [...underWay])).catch(() => {})
    }, RENEW_LEASES_EVERY_MS).unref()
    try {
      const settled = await Promise.allSettled(
        messages.map((message) => work(message, () => underWay.delete(message.id))),
      )
      // One that fails leaves the others their leases; each has its line in the log.
      for (const one of settled) if (one.status === 'rejected') report(one.reason)
    } finally {
      clearInterval(renewing)
    }
  }

  const loop = createPollLoop({
    intervalMs: POLL_INTERVAL_MS,
    async work() {
      const messages = await database.transaction((tx) => leaseDueMessages(tx, BATCH))
      await holding(messages, deliver)
      return messages.length === BATCH
    },
    onFailure: report,
  })
  return {
    start: loop.start,
    wake: loop.wake,
    async close() {
      await Promise.race([loop.stop(), delay(CLOSE_WITHIN_MS, null, { ref: false })])
      transport.close()
    },
  }
}

/** `settle` is called when nothing is left to do but to write down what came of it. */
type Deliver = (message: QueuedMessageRow, settle: () => void) => Promise<void>

/** Sends a queued message and takes it out of the queue. A message that cannot be sent is retried later or given up. */
function createMessageDelivery(options: MessageSenderOptions): Deliver {
  const { database, observe } = options
  /** Sent, but still in the queue because the database went away in between: never to be sent again. */
  const sent = new Set<string>()

  async function putBack(message: QueuedMessageRow, cause: unknown): Promise<void> {
    const lifetimeMs = message.channel === 'email' ? MAIL_LIFETIME_MS : SMS_LIFETIME_MS
    const retry = nextRetry({ attempts: message.attempts, lifetimeMs })
    if (!(cause instanceof RefusedForGood) && retry.kind === 'retry') {
      await database.transaction((tx) => postponeMessage(tx, message.id, retry.inMs))
      return
    }
    await database.transaction((tx) => deleteMessage(tx, message.id))
    observe({
      kind: 'mail-given-up',
      mailId: message.id,
      template: message.template,
      attempts: message.attempts,
      cause,
    })
  }

  return async (message, settle) => {
    const about = { mailId: message.id, template: message.template, attempts: message.attempts }
    try {
      if (!sent.has(message.id)) {
        await send(message, options)
        sent.add(message.id)
        observe({ kind: 'mail-sent', ...about })
      }
      settle()
      await database.transaction((tx) => deleteMessage(tx, message.id))
      sent.delete(message.id)
    } catch (cause) {
      settle()
      observe({ kind: 'mail-failed', ...about, cause })
      await putBack(message, cause)
    }
  }
}

async function send(
  message: QueuedMessageRow,
  { transport, sms, sealer, templates }: MessageSenderOptions,
): Promise<void> {
  if (message.channel === 'email') await transport.send(composeMail(message, sealer, templates))
  else await sms.transport.send(composeSms(message, sealer, sms.templates))
}
