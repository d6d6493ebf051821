import type { Language } from '../../rules/language.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { NamedTemplates } from './template.ts'

/** What a notice says: texts, and lists of texts. */
export type NoticeData = Record<string, string | Record<string, string>[]>

/** A mail of the product's own. `data` is `.Data` in the template; the product has to have made it harmless. */
export interface Notice {
  template: string
  to: string
  language: Language
  data: NoticeData
  /** An https address that stops mails of this kind on a POST (RFC 8058); null for none. */
  unsubscribeUrl: string | null
}

/** What the product has to mail, beside what accounts need. */
export interface Notices {
  /** By language; what a language lacks is sent in English. */
  templates: Readonly<Record<Language, NamedTemplates>>
  /** Takes the mails that are due, in the transaction that queues them. Called every few seconds, by every server. */
  take(tx: Transaction): Promise<readonly Notice[]>
}
