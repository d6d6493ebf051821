import type { CatalogueKind } from './catalogues.ts'
import type { RecordPage } from './records.ts'

/** What of a record is handed over: who answers for it, or who knows it. */
export const HANDOVER_PARTS = ['owner', 'expert'] as const
export type HandoverPart = (typeof HANDOVER_PARTS)[number]

/**
 * Why a member is suggested: nobody else knows the record, or it is linked to what they own. `known` says that others
 * know it, so that nobody is needed.
 */
export const SUGGESTION_REASONS = ['only_expert', 'linked_owner', 'known'] as const
type SuggestionReason = (typeof SUGGESTION_REASONS)[number]

/** Something that a member owns or knows. */
export interface HandoverItem {
  id: string
  name: string
  part: HandoverPart
  /** Null where nobody suggests themself. */
  reason: SuggestionReason | null
  suggested: { id: string; name: string } | null
  /** What the suggested person owns, of `linked_owner`. */
  linkedName: string | null
  /** How many others are experts of it. */
  others: number
}

/** A page of what a member has of a kind, what they own first. */
interface Belongings extends RecordPage<HandoverItem> {
  /** How many of all they own; the rest they know. */
  owned: number
}

/** What a member has of each kind: the first page. A kind of which they have nothing is not there. */
export type HandoverItems = Partial<Record<CatalogueKind, Belongings>>

/** Who gets something: a member, or an invited person, see `invited-owner.ts`. */
export interface Receiver {
  id: string
}

export interface Assignment {
  kind: CatalogueKind
  id: string
  part: HandoverPart
  /** Null leaves a gap. */
  to: Receiver | null
}

/** Who gets a service account, whose tokens the next owner rotates: the leaver knows their secrets. */
export interface ServiceAccountAssignment {
  id: string
  /** A member from the level user on; null leaves it without an owner. */
  to: Receiver | null
}

/** Who gets what. `rest` decides about records that are not assigned by themselves, seen or not. */
export interface Handover {
  assignments: readonly Assignment[]
  serviceAccounts: readonly ServiceAccountAssignment[]
  rest: Receiver | 'suggested' | null
}

/** A record whose receiver has not answered. */
export interface PendingHandover {
  id: string
  recordId: string
  part: HandoverPart
  /** The name that the giver had. */
  giver: string
  /** Null for an invited person. */
  receiverId: string | null
}

export const HANDOVER_STATES = ['pending', 'accepted', 'passed_on', 'withdrawn'] as const

/** Something that was handed to the user. */
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
  /** What a member owns and, unless only that is wanted, knows; of the kind, if one is named, after so many. */
  items(personId: string, onlyOwned: boolean): Promise<HandoverItems>
  more(
    personId: string,
    onlyOwned: boolean,
    kind: CatalogueKind,
    skip: number,
  ): Promise<RecordPage<HandoverItem>>
  /**
   * The records of a kind that wait for an answer: the last 1,000. An invited person is waited for while they may join.
   */
  pending(kind: CatalogueKind): Promise<readonly PendingHandover[]>
  /** What one act handed to the user, after so many. */
  mine(act: string, skip: number): Promise<HandedOverPage>
  /** Answers some by their ids, or all that an act handed over. */
  answer(which: { ids: readonly string[] } | { act: string }, answer: HandoverAnswer): Promise<void>
}
