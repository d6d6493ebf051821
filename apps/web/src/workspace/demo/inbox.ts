import { DEMO_GIVER, DEMO_HANDED_OVER } from '@cairn/workspace/examples/handovers'
import { dayAhead, HOUR, minutesAgo } from '@cairn/workspace/examples/moments'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { Inbox, InboxPart } from '@cairn/workspace/port/inbox'
import { loaded, notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Inbox'))

/** The inbox of a member of the example account. */
export const demoInbox: InboxPart = {
  read: () => loaded(example),
  snooze: refused,
  muted: () => loaded(() => []),
  mute: refused,
  unmute: refused,
}

function example(): Inbox {
  const pending = DEMO_HANDED_OVER.filter(({ state }) => state === 'pending')
  const handovers = pending.slice(0, 1).map(({ id, kind, part, recordId, recordName }) => ({
    reason: 'handover' as const,
    id: 'demo-inbox-handover',
    act: 'demo-act',
    giver: DEMO_GIVER,
    amount: pending.length,
    record: { kind, id: recordId, name: recordName },
    single: { id, part },
    since: minutesAgo(HOUR + 30),
  }))
  return { total: handovers.length + 1, lines: [...handovers, demoRenewal()], snoozed: [] }
}

/** The contract of the examples that renews next. */
export function demoRenewal() {
  return {
    reason: 'renewal' as const,
    id: 'demo-inbox-renewal',
    record: { kind: 'system' as const, id: 'demo-system-itsm', name: 'ServiceNow' },
    renewsOn: dayAhead(28),
    since: null,
  }
}
