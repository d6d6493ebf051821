/** Who did something, and to what; both are display text. */
interface Told {
  actor: string
  record: string
}

/** What the product's mails say, in one language. Sentences come without their full stop. */
export interface Words {
  somebody: string
  /** Instead of a name that cannot be shown. */
  oneOfYours(recordKind: string | null): string
  /** `name` and the number of others. */
  together(name: string, others: number): string
  invitationAccepted(name: string): string
  joined(names: string, others: number): string
  waiting(names: string, others: number): string
  secondFactorWanted(actor: string): string
  expertAssigned(told: Told): string
  ownerAssigned(told: Told): string
  /** What was with `giver`: a record, or that many of them. */
  handedOver(told: { giver: string; record: string; amount: number }): string
  levelChanged(actor: string, level: string | undefined): string
  recordDeleted(told: Told): string
  recordRestored(told: Told): string
  recordChanged(told: Told): string
  /** A subject that stands for more than its sentence. */
  andMore(sentence: string, others: number): string
  /** How many notifications there are besides. */
  furtherNotifications(others: number): string
  /** A line of the digest: what was changed, and by whom. */
  changedBy(record: string, people: string): string
  /** All that the digest is about, in figures. */
  summary(figures: { notifications: number; unread: number; records: number }): string
  /** How many lines the digest leaves out. */
  further(others: number): string
  unsubscribe: UnsubscribeWords
}

/** The page on which mails are stopped. */
interface UnsubscribeWords {
  title: string
  question: Record<'email' | 'weekly_digest', string>
  button: string
  done: string
  broken: string
  settings: string
}
