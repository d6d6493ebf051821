import type { QueuedMessageRow } from '../message-queue.ts'
import { NotComposed, openStored } from '../not-composed.ts'
import { DEFAULT_LANGUAGE, type Language } from '../port/language.ts'
import type { MailTemplate, MailTemplatesByLanguage } from '../port/templates.ts'
import { render } from '../render.ts'
import type { Sealer } from '../sealer.ts'
import { storedMailSchema } from './queue.ts'
import type { Mail } from './transport.ts'

/** Makes the mail of a queue entry. Throws {@link NotComposed} when it was sealed with another secret or its template is gone. */
export function composeMail(row: QueuedMessageRow, sealer: Sealer, templates: MailTemplatesByLanguage): Mail {
  const stored = openStored(row, sealer, storedMailSchema)
  const { Language: language, Unsubscribe: unsubscribeUrl, ...values } = stored
  const template = find(templates, language, row.template) ?? find(templates, DEFAULT_LANGUAGE, row.template)
  if (template === null) throw new NotComposed(`There is no mail template "${row.template}".`)
  return {
    id: row.id,
    createdAt: row.created_at,
    to: row.recipient,
    subject: render(template.subject, values, 'text').replace(/\s+/g, ' ').trim(),
    html: render(template.html, values, 'html'),
    // Blocks that are left out leave their empty lines.
    text: render(template.text, values, 'text').replace(/\n{3,}/g, '\n\n'),
    unsubscribeUrl,
  }
}

function find(templates: MailTemplatesByLanguage, language: Language, name: string): MailTemplate | null {
  const named = Object.hasOwn(templates, language) ? templates[language] : undefined
  return named !== undefined && Object.hasOwn(named, name) ? (named[name] ?? null) : null
}
