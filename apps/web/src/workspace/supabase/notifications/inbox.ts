import {
  INBOX_REASONS,
  type InboxLine,
  type InboxPart,
  type InboxRecord,
  type Muted,
} from '@cairn/workspace/port/inbox'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed, renamedFor } from '../rows/renamed.ts'

const ofRecord = { kind: z.enum(CATALOGUE_KINDS), recordId: z.string(), recordName: z.string() }
const waiting = { id: z.string(), since: moment }

const line = z.discriminatedUnion('reason', [
  z.object({
    reason: z.literal('handover'),
    ...waiting,
    ...ofRecord,
    person: z.string(),
    amount: z.number(),
    details: renamed({ handoverId: z.optional(z.string()), part: z.optional(z.enum(['owner', 'expert'])) }),
  }),
  z.object({
    reason: z.literal('newcomer'),
    ...waiting,
    person: z.string(),
    details: z.object({ email: z.string() }),
  }),
  z.object({
    reason: z.literal('suggestion'),
    ...waiting,
    ...ofRecord,
    person: z.string(),
    details: renamed({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      why: z.string(),
      suggestedBy: z.nullable(z.string()),
    }),
  }),
  z.object({
    reason: z.literal('late'),
    ...waiting,
    ...ofRecord,
    details: z.object({ trouble: z.enum(['late', 'failing']) }),
  }),
  z.object({
    reason: z.literal('renewal'),
    id: z.string(),
    ...ofRecord,
    details: renamed({ renewsOn: z.string() }),
  }),
  z.object({ reason: z.enum(['found', 'caller']), ...waiting, amount: z.number() }),
])
type LineRow = z.infer<typeof line>

// A newer server may know reasons that this page does not show.
const answer = z.object({
  total: z.number(),
  lines: z.array(z.catch(z.nullable(renamedFor(line)), null)),
  snoozed: z.array(
    z.catch(z.nullable(renamedFor(z.intersection(line, z.object({ snoozedUntil: moment })))), null),
  ),
})

const mute = z.union([
  z.object({ reason: z.enum(INBOX_REASONS) }),
  renamed({ recordKind: z.enum(CATALOGUE_KINDS), recordId: z.string(), recordName: z.string() }),
])
const mutes = z.array(z.catch(z.nullable(mute), null))

/** The inbox, in one request; what is snoozed and muted is the server's to keep. */
export function createInbox(connect: Connect): InboxPart {
  const setMute = (what: Muted, muted: boolean) => {
    const which =
      'reason' in what
        ? { reason_param: what.reason }
        : { kind_param: what.record.kind, record_param: what.record.id }
    return tell(connect, (supabase) => supabase.rpc('mute_in_inbox', { muted, ...which }))
  }
  return {
    async read(limit) {
      const { total, lines, snoozed } = await askJson(
        connect,
        (supabase) => supabase.rpc('get_inbox', { result_limit: limit }),
        answer,
      )
      return {
        total,
        lines: lines.filter((row) => row !== null).map(lineOf),
        snoozed: snoozed
          .filter((row) => row !== null)
          .map((row) => ({ line: lineOf(row), until: row.snoozedUntil })),
      }
    },

    async snooze({ reason, id }, until) {
      const args = {
        reason_param: reason,
        line_param: id.slice(id.indexOf(' ') + 1),
        ...(until && { until_param: until.toISOString() }),
      }
      await tell(connect, (supabase) => supabase.rpc('snooze_in_inbox', args))
    },

    async muted() {
      const rows = await askJson(connect, (supabase) => supabase.rpc('get_inbox_mutes'), mutes)
      return rows
        .filter((row) => row !== null)
        .map((row) =>
          'reason' in row
            ? { reason: row.reason }
            : { record: { kind: row.recordKind, id: row.recordId, name: row.recordName } },
        )
    },

    async mute(what) {
      await setMute(what, true)
    },

    async unmute(what) {
      await setMute(what, false)
    },
  }
}

function lineOf(row: LineRow): InboxLine {
  // The same record can wait for several reasons.
  const id = `${row.reason} ${row.id}`
  switch (row.reason) {
    case 'handover': {
      const { handoverId, part } = row.details
      return {
        reason: row.reason,
        id,
        act: row.id,
        giver: row.person,
        amount: row.amount,
        record: recordOf(row),
        single: handoverId && part ? { id: handoverId, part } : null,
        since: row.since,
      }
    }
    case 'newcomer':
      return {
        reason: row.reason,
        id: row.id,
        name: row.person,
        email: row.details.email,
        since: row.since,
      }
    case 'suggestion':
      return { reason: row.reason, id, record: recordOf(row), ...suggestionOf(row) }
    case 'late':
      return {
        reason: row.reason,
        id,
        record: recordOf(row),
        isFailing: row.details.trouble === 'failing',
        since: row.since,
      }
    case 'renewal':
      return { reason: row.reason, id, record: recordOf(row), renewsOn: row.details.renewsOn, since: null }
    case 'found':
    case 'caller':
      return { reason: row.reason, id, amount: row.amount, since: row.since }
  }
}

function recordOf(row: { kind: InboxRecord['kind']; recordId: string; recordName: string }): InboxRecord {
  return { kind: row.kind, id: row.recordId, name: row.recordName }
}

function suggestionOf({ id, person, since, details }: Extract<LineRow, { reason: 'suggestion' }>) {
  return { suggestion: { ...details, id, client: person, createdAt: since }, since }
}
