import type { Privileged } from '@cairn/postgres/pool/privileged'
import { inSpan } from '@cairn/tracing/spans'
import type { Observe } from './events.ts'
import { createLane, type Outcome } from './lane.ts'
import { composeMail } from './mail/compose.ts'
import { type MailTransport, RefusedForGood } from './mail/transport.ts'
import { deleteMessage, postponeMessage, type QueuedMessageRow } from './message-queue.ts'
import { NotComposed } from './not-composed.ts'
import type { MailTemplatesByLanguage, SmsTemplatesByLanguage } from './port/templates.ts'
import { COMPOSE_ATTEMPTS, MAIL_LIFETIME_MS, nextRetry, SMS_LIFETIME_MS } from './retry.ts'
import type { Sealer } from './sealer.ts'
import { setMessageAside, tryMessagesSetAside } from './set-aside.ts'
import { composeSms } from './sms/queue.ts'
import type { SmsTransport } from './sms/transport.ts'

/** How many SMS are sent at once. */
const SMS_CONNECTIONS = 5

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
  /** How many mails are sent at once. */
  mailConnections: number
  sealer: Sealer
  templates: MailTemplatesByLanguage
  sms: { transport: SmsTransport; templates: SmsTemplatesByLanguage }
  observe: Observe
}

/** A lane for mails and one for SMS: the one never waits for the other. */
export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { database, transport, mailConnections, observe } = options
  const report = (cause: unknown) => observe({ kind: 'background-failed', task: 'mail', cause })
  const deliver = createMessageDelivery(options)
  const lanes = [
    createLane({ database, channels: ['email'], connections: mailConnections, deliver, report }),
    createLane({ database, channels: ['sms', 'whatsapp'], connections: SMS_CONNECTIONS, deliver, report }),
  ]
  const wake = () => {
    for (const lane of lanes) lane.wake()
  }
  return {
    start() {
      for (const lane of lanes) lane.start()
      database.statement(tryMessagesSetAside).then(wake, report)
    },
    wake,
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
      transport.close()
    },
  }
}

type Deliver = (message: QueuedMessageRow, settle: () => void) => Promise<Outcome>

/**
 * Sends a queued message and takes it out of the queue. A message that cannot be sent is retried later or given up; one
 * that cannot even be put together is set aside.
 */
function createMessageDelivery(options: MessageSenderOptions): Deliver {
  const { database, observe } = options
  /** Sent, but still in the queue because the database went away in between: never to be sent again. */
  const sent = new Set<string>()

  async function putBack(message: QueuedMessageRow, cause: unknown): Promise<void> {
    const about = { mailId: message.id, template: message.template, attempts: message.attempts }
    if (cause instanceof NotComposed && message.attempts >= COMPOSE_ATTEMPTS) {
      await database.statement((sql) => setMessageAside(sql, message.id, cause.message))
      observe({ kind: 'mail-set-aside', ...about, cause })
      return
    }
    const lifetimeMs = message.channel === 'email' ? MAIL_LIFETIME_MS : SMS_LIFETIME_MS
    const retry = nextRetry({ attempts: message.attempts, lifetimeMs })
    if (!(cause instanceof RefusedForGood) && retry.kind === 'retry') {
      await database.statement((sql) => postponeMessage(sql, message.id, retry.inMs))
      return
    }
    await database.statement((sql) => deleteMessage(sql, message.id))
    observe({ kind: 'mail-given-up', ...about, cause })
  }

  return async (message, settle) => {
    const about = { mailId: message.id, template: message.template, attempts: message.attempts }
    try {
      if (!sent.has(message.id)) {
        const { channel, template } = message
        const said = { 'cairn.channel': channel, 'cairn.template': template }
        await inSpan(`send ${channel}`, () => send(message, options), { kind: 'client', said })
        sent.add(message.id)
        observe({ kind: 'mail-sent', ...about })
      }
      settle()
      await database.statement((sql) => deleteMessage(sql, message.id))
      sent.delete(message.id)
      return 'sent'
    } catch (cause) {
      settle()
      observe({ kind: 'mail-failed', ...about, cause })
      await putBack(message, cause)
      return 'failed'
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
