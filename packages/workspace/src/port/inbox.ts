import type { CatalogueKind } from './records/catalogues.ts'
import type { HandoverPart } from './records/handovers.ts'
import type { Suggestion } from './suggestions.ts'

/** The record that a line of the inbox is about. */
export interface InboxRecord {
  kind: CatalogueKind
  id: string
  name: string
}

/** Something that waits for the user. */
export type InboxLine =
  /** An act that handed over so many records and names one; `single` is the handover where it is the only one. */
  | {
      reason: 'handover'
      id: string
      act: string
      giver: string
      amount: number
      record: InboxRecord
      single: { id: string; part: HandoverPart } | null
      since: Date
    }
  | { reason: 'newcomer'; id: string; name: string; email: string; since: Date }
  | { reason: 'suggestion'; id: string; record: InboxRecord; suggestion: Suggestion; since: Date }
  | { reason: 'late'; id: string; record: InboxRecord; isFailing: boolean; since: Date }
  /** A contract that renews or ends on a day: `2026-03-01`. */
  | { reason: 'renewal'; id: string; record: InboxRecord; renewsOn: string; since: null }
  /** So many records that sources have sent, or unknown callers: for admins. */
  | { reason: 'found' | 'caller'; id: string; amount: number; since: Date }

export const INBOX_REASONS = [
  'handover',
  'newcomer',
  'suggestion',
  'late',
  'renewal',
  'found',
  'caller',
] as const satisfies readonly InboxLine['reason'][]
export type InboxReason = (typeof INBOX_REASONS)[number]

export interface SnoozedLine {
  line: InboxLine
  until: Date
}

export interface Inbox {
  /** All lines, also those that are not among them. */
  total: number
  lines: readonly InboxLine[]
  /** The next to come back first; at most as many as lines. */
  snoozed: readonly SnoozedLine[]
}

/** Something of which the user wants to hear nothing: in the inbox, by notification or by mail. */
export type Muted = { reason: InboxReason } | { record: InboxRecord }

export interface InboxPart {
  /** Returns what waits for the user, the most urgent first: at most so many lines. */
  read(limit: number): Promise<Inbox>
  /** Takes a line out until a moment, or brings it back. */
  snooze(line: InboxLine, until: Date | null): Promise<void>
  muted(): Promise<readonly Muted[]>
  mute(muted: Muted): Promise<void>
  unmute(muted: Muted): Promise<void>
}
