import type { QueuedMessageRow } from '../../store/message-queue.ts'
import type { Sealer } from '../../tokens/sealing.ts'
import { render } from '../render.ts'
import { mailValuesSchema } from './queue.ts'
import type { MailTemplate } from './template.ts'
import type { Mail } from './transport.ts'

/** Makes the mail of a queue entry. Throws when it was sealed with another secret or its template is gone. */
export function composeMail(
  row: QueuedMessageRow,
  sealer: Sealer,
  templates: Readonly<Record<string, MailTemplate>>,
): Mail {
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
