import { setTimeout as delay } from 'node:timers/promises'
import type { Privileged } from '@cairn/postgres/privileged'
import type { Observe } from '../events.ts'
import { deleteMail, leaseDueMails, postponeMail, type QueuedMailRow } from '../store/mail-queue.ts'
import type { Sealer } from '../tokens/sealing.ts'
import { mailValuesSchema } from './mail/queue.ts'
import type { MailTemplate } from './mail/template.ts'
import type { Mail, MailTransport } from './mail/transport.ts'
import { render } from './render.ts'
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
  /** Sent, but still in the queue because the database went away in between: never to be sent again. */
  const sent = new Set<string>()
  let state: 'new' | 'open' | 'closed' = 'new'
  let turn: Promise<void> | null = null
  let another = false
  let timer: NodeJS.Timeout | undefined

  async function drain(): Promise<void> {
    do {
      another = false
      const mails = await database.transaction((tx) => leaseDueMails(tx, BATCH))
      await Promise.all(mails.map(deliver))
      another ||= mails.length === BATCH
    } while (another && state === 'open')
  }

  async function deliver(mail: QueuedMailRow): Promise<void> {
    const about = { mailId: mail.id, template: mail.template, attempts: mail.attempts }
    try {
      if (!sent.has(mail.id)) {
        await send(mail)
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

  function send(mail: QueuedMailRow): Promise<void> {
    if (mail.channel === 'email') return transport.send(compose(mail, options))
    const { texts, sealer } = options
    return texts.transport.send(composeText(mail, sealer, texts.templates))
  }

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

  function look(): void {
    if (state !== 'open') return
    another = true
    if (turn !== null) return
    clearTimeout(timer)
    turn = drain()
      .catch((cause: unknown) => observe({ kind: 'background-failed', task: 'mail', cause }))
      .finally(() => {
        turn = null
        if (state === 'open') timer = setTimeout(look, POLL_INTERVAL_MS).unref()
      })
  }

  return {
    start() {
      if (state === 'new') state = 'open'
      look()
    },
    poke: look,
    async close() {
      state = 'closed'
      clearTimeout(timer)
      await Promise.race([turn, delay(CLOSE_WITHIN_MS, null, { ref: false })])
      transport.close()
    },
  }
}

/** Makes the mail of a queue entry. Throws when it was sealed with another secret or its template is gone. */
function compose(row: QueuedMailRow, { sealer, templates }: MailSenderOptions): Mail {
  const opened: unknown = JSON.parse(sealer.open(row.values_sealed, row.id))
  const values = mailValuesSchema.parse(opened)
  const template = new Map<string, MailTemplate>(Object.entries(templates)).get(row.template)
  if (template === undefined) throw new Error(`There is no mail template "${row.template}".`)
  return {
    id: row.id,
    createdAt: row.created_at,
    to: row.recipient,
    subject: render(template.subject, values, 'text').replace(/\s+/g, ' ').trim(),
    html: render(template.html, values, 'html'),
    text: render(template.text, values, 'text'),
  }
}
