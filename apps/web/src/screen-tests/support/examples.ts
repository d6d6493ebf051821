import { demoAgents } from '@cairn/workspace/examples/agents'
import { demoAutomations } from '@cairn/workspace/examples/automations'
import { DEMO_SOLUTIONS } from '@cairn/workspace/examples/solutions'
import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import { DEMO_TEAM } from '@cairn/workspace/examples/team'
import type { AuditEntry, AuditPart } from '@cairn/workspace/port/audit'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { openDemo } from '@/workspace/demo/open.ts'
import { ADA, type Member, member } from './people.ts'
import { type Arranged, membersWorkspace } from './workspace.ts'

/** The people of the examples, as members of the account. */
const PEOPLE: readonly Member[] = DEMO_TEAM.map(({ name, permissionLevel, contributions, ...told }) =>
  member(name, permissionLevel, { ...told, contributionCount: contributions }),
)

/** An event of the audit log. */
export function auditEntry(told: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: crypto.randomUUID(),
    action: 'login_successful',
    severity: 'low',
    person: { id: ADA.id, name: ADA.name },
    resource: { type: 'session', id: null, name: null },
    details: {},
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    address: '192.0.2.7',
    source: 'server',
    at: new Date('2026-03-02T12:00:00Z'),
    ...told,
  }
}

/** The audit log with these entries. It filters by nothing: a test looks at what is asked of it. */
export function auditOf(entries: readonly AuditEntry[]): AuditPart {
  const nobody = { levelChanges: [], openLockOuts: [], withoutSecondFactor: [], notSeen: [] }
  return {
    page: async () => ({ entries, next: null }),
    filters: async () => ({
      actions: [...new Set(entries.map(({ action }) => action))],
      people: [{ id: ADA.id, name: ADA.name }],
    }),
    overview: async () => ({
      ...nobody,
      figures: { events: entries.length, failedSignIns: 1, lockOuts: 0, levelChanges: 0 },
      byDay: [{ day: '2026-03-02', events: entries.length, failedSignIns: 1 }],
      newest: entries.slice(0, 10),
      staleInvitations: 0,
    }),
    releaseLockOut: async () => true,
    remindOfSecondFactor: async () => true,
    ownActivity: async () => entries,
  }
}

/** The workspace of a member whose account has the examples, and what a test arranges besides. */
export function examplesWorkspace(more: Arranged = {}): Workspace {
  const { kind, news, systems, automations, agents, solutions, team, ...demo } = openDemo()
  const own = membersWorkspace({
    people: [ADA, ...PEOPLE, ...(more.people ?? [])],
    systems: [...DEMO_SYSTEMS, ...(more.systems ?? [])],
    automations: [...demoAutomations(), ...(more.automations ?? [])],
    agents: [...demoAgents(), ...(more.agents ?? [])],
    solutions: [...DEMO_SOLUTIONS, ...(more.solutions ?? [])],
  })
  return {
    ...own,
    ...demo,
    solutions: { ...own.solutions, links: solutions.links },
    team: { ...own.team, invited: team.invited, records: team.records },
    audit: auditOf([auditEntry(), auditEntry({ action: 'failed_login', severity: 'medium' })]),
  }
}
