import type { CatalogueKind } from './catalogues.ts'
import type { RecordPage } from './records.ts'

/** The roles that are handed over: the owner or an expert of a record. */
export const HANDOVER_PARTS = ['owner', 'expert'] as const
export type HandoverPart = (typeof HANDOVER_PARTS)[number]

/** The custom field of a record that names the member, by its key. Its receiver is not asked. */
type NamingPart = `own.${string}`

/**
 * The reasons to suggest a member: only they know the record, or it is linked to a record of theirs. `known` says that
 * others know it, so that nobody is needed. For a custom field also that they own the record.
 */
export const SUGGESTION_REASONS = ['record_owner', 'only_expert', 'linked_owner', 'known'] as const
type SuggestionReason = (typeof SUGGESTION_REASONS)[number]

/** A record that a member owns or knows, or that names them in a custom field. */
export interface HandoverItem {
  id: string
  name: string
  part: HandoverPart | NamingPart
  /** The name of the custom field; null for owner and expert. */
  fieldName: string | null
  /** Null where nobody is suggested. */
  reason: SuggestionReason | null
  suggested: { id: string; name: string } | null
  /** The name of the linked record that the suggested person owns, for `linked_owner`. */
  linkedName: string | null
  /** How many other people are experts of the record. */
  others: number
}

/** A page of a member's records of a kind, those that they own first. */
interface Belongings extends RecordPage<HandoverItem> {
  /** The number of records that they own. */
  owned: number
  /** The number of custom fields that name them; they know the others. */
  named: number
}

/** The first page of a member's records of each kind. A kind without any is missing. */
export type HandoverItems = Partial<Record<CatalogueKind, Belongings>>

/** The recipient: a member, an invited person, see `invited-owner.ts`, or a team, see `team-owner.ts`. */
export interface Receiver {
  id: string
}

export interface Assignment {
  kind: CatalogueKind
  id: string
  part: HandoverPart | NamingPart
  /** Null leaves the record without one, and a custom field as it is. */
  to: Receiver | null
}

/** The recipient of a service account. The next owner rotates its tokens, because the leaver knows their secrets. */
export interface ServiceAccountAssignment {
  id: string
  /** A member from the level user on; null leaves it without an owner. */
  to: Receiver | null
}

/** The recipients of all records. `rest` applies to records that are not assigned individually, seen or not. */
export interface Handover {
  assignments: readonly Assignment[]
  serviceAccounts: readonly ServiceAccountAssignment[]
  rest: Receiver | 'suggested' | null
}

/** A record whose recipient has not answered. */
export interface PendingHandover {
  id: string
  recordId: string
  part: HandoverPart
  /** The name of the previous owner at the time. */
  giver: string
  /** Null for an invited person. */
  receiverId: string | null
}

export const HANDOVER_STATES = ['pending', 'accepted', 'passed_on', 'withdrawn'] as const

/** A record that was handed over to the user. */
export interface HandedOver {
  id: string
  kind: CatalogueKind
  recordId: string
  recordName: string
  part: HandoverPart
  giver: string
  state: (typeof HANDOVER_STATES)[number]
}

interface HandedOverPage extends RecordPage<HandedOver> {
  pending: number
}

export type HandoverAnswer = { answer: 'accept' } | { answer: 'pass-on'; to: Receiver | null }

export interface HandoversPart {
  /**
   * Returns the records that a member owns and, unless only these are wanted, knows, or that name them in custom fields;
   * `more` returns those of one kind after `skip`.
   */
  items(personId: string, onlyOwned: boolean): Promise<HandoverItems>
  more(
    personId: string,
    onlyOwned: boolean,
    kind: CatalogueKind,
    skip: number,
  ): Promise<RecordPage<HandoverItem>>
  /**
   * The records of a kind that wait for an answer: the last 1,000. An invited person can answer as long as they may
   * join.
   */
  pending(kind: CatalogueKind): Promise<readonly PendingHandover[]>
  /** The records that one act handed over to the user, after `skip`. */
  mine(act: string, skip: number): Promise<HandedOverPage>
  /** Answers for some records by their IDs, or for all that an act handed over. */
  answer(which: { ids: readonly string[] } | { act: string }, answer: HandoverAnswer): Promise<void>
}
