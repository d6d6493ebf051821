import type { Transaction } from '../../store/transaction.ts'
import type { MailTemplate } from './template.ts'

/** A mail of the product's own. Whoever fills `data`, which the template names as `.Data`, answers for its words. */
export interface Notice {
  template: string
  to: string
  data: Readonly<Record<string, string>>
}

/** What the product has to mail, beside what accounts need. */
export interface Notices {
  templates: Readonly<Record<string, MailTemplate>>
  /** Takes what is due, in the transaction that queues it: asked every few seconds, by every server. */
  take(tx: Transaction): Promise<readonly Notice[]>
}
