import type { Transaction } from '../../store/transaction.ts'
import type { MailTemplate } from './template.ts'

/** A mail of the product's own. `data` is `.Data` in the template; the product has to have made it harmless. */
export interface Notice {
  template: string
  to: string
  data: Readonly<Record<string, string>>
}

/** What the product has to mail, beside what accounts need. */
export interface Notices {
  templates: Readonly<Record<string, MailTemplate>>
  /** Takes the mails that are due, in the transaction that queues them. Called every few seconds, by every server. */
  take(tx: Transaction): Promise<readonly Notice[]>
}
