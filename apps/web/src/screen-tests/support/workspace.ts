import { keyed } from '@cairn/workspace/lib/keyed'
import type { Agent, NewAgent } from '@cairn/workspace/port/records/agents'
import type { Automation, AutomationChange, NewAutomation } from '@cairn/workspace/port/records/automations'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_STATES } from '@cairn/workspace/port/records/heartbeats'
import type {
  LinkKind,
  NewSolution,
  Solution,
  SolutionChange,
  SolutionsPart,
} from '@cairn/workspace/port/records/solutions'
import type { NewSystem, System, SystemChange } from '@cairn/workspace/port/records/systems'
import type { TeamEntry } from '@cairn/workspace/port/team'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { findMembers } from '@cairn/workspace/rules/find-members'
import { openDemo } from '@/workspace/demo/open.ts'
import { catalogue } from './catalogue.ts'
import { ACCOUNT, ADA, type Member } from './people.ts'
import { plainRecord } from './records.ts'

export interface Arranged {
  /** The members of the account beside the user of the screen. */
  people?: readonly Member[]
  systems?: readonly System[]
  automations?: readonly Automation[]
  agents?: readonly Agent[]
  solutions?: readonly Solution[]
}

/** A member as the directory shows them. */
function teamEntry({ id, name, avatarUrl, level, ...told }: Member): TeamEntry {
  return {
    id,
    name,
    avatarUrl,
    isPending: told.isPending ?? false,
    jobRole: told.jobRole ?? null,
    department: told.department ?? null,
    permissionLevel: level,
    knowledgeAreas: told.knowledgeAreas ?? [],
    contributionCount: told.contributionCount ?? 0,
  }
}

/** The solutions, with what belongs to each. */
function solutionsPart(records: readonly Solution[]): SolutionsPart {
  const links = new Map<string, readonly string[]>()
  const keyOf = (kind: LinkKind, id: string) => `${kind} ${id}`
  const linked = (kind: LinkKind, id: string) => links.get(keyOf(kind, id)) ?? []
  return {
    ...catalogue<Solution, NewSolution, SolutionChange>('solution', records, {
      fresh: (input) => ({ ...plainRecord('active'), ...input }),
      changed: (record, change) => ({ ...record, ...change }),
    }),
    links: async (kind, id) => linked(kind, id),
    async addLink(kind, id, other) {
      links.set(keyOf(kind, id), [...linked(kind, id), other])
    },
    async removeLink(kind, id, other) {
      links.set(
        keyOf(kind, id),
        linked(kind, id).filter((known) => known !== other),
      )
    },
  }
}

/**
 * The workspace of a member: what a test arranges can be read and written. There is nothing beside it of records,
 * fields, tags and views; all else is as in the examples. A test
 * scripts an answer with `vi.spyOn`.
 */
export function membersWorkspace(arranged: Arranged = {}): Workspace {
  const demo = openDemo()
  const { people = [ADA], systems = [], automations = [], agents = [], solutions = [] } = arranged
  const entries = people.map(teamEntry)
  const members = entries.filter(({ isPending }) => !isPending)
  const parts = {
    systems: catalogue<System, NewSystem, SystemChange>('system', systems, {
      fresh: (input) => ({ ...plainRecord('active'), ...input }),
      changed: (record, change) => ({ ...record, ...change }),
    }),
    automations: catalogue<Automation, NewAutomation, AutomationChange>('automation', automations, {
      fresh: (input) => ({ ...plainRecord('inactive'), lastRun: null, ...input }),
      changed: (record, change) => ({ ...record, ...change }),
    }),
    agents: catalogue<Agent, NewAgent, NewAgent>('agent', agents, {
      fresh: (input) => ({ ...plainRecord(input.status), lastUsed: null, ...input }),
      changed: (record, change) => ({ ...record, ...change }),
    }),
    solutions: solutionsPart(solutions),
  }
  return {
    ...demo,
    ...parts,
    kind: 'supabase',
    news: {
      within: async () => ({ membership: { account: ACCOUNT, permissionLevel: 'viewer' }, changed: [] }),
    },
    team: {
      ...demo.team,
      members: async () => members,
      invited: async () => entries.filter(({ isPending }) => isPending),
      departments: async () => [...new Set(entries.flatMap(({ department }) => department ?? []))].sort(),
      seen: async (limit) => members.slice(0, limit).map((entry) => ({ ...entry, email: null, bio: null })),
      profile: async (id) => {
        const entry = members.find((candidate) => candidate.id === id)
        return entry === undefined ? null : { ...entry, email: null, bio: null, joinedAt: null }
      },
      records: async () => ({ items: [], total: 0 }),
      find: async (search) => {
        const items = findMembers(entries, search)
        return { all: entries.length, total: items.length, items }
      },
    },
    deletion: {
      ...demo.deletion,
      impact: async () => [],
      remove: (kind, id) => parts[CATALOGUES[kind].table].remove(id),
    },
    history: { page: async () => ({ entries: [], next: null }) },
    ownFields: { ...demo.ownFields, list: async () => [] },
    tags: { ...demo.tags, list: async () => [], counted: async () => [] },
    views: { ...demo.views, list: async () => [], counts: async () => [] },
    heartbeats: {
      ...demo.heartbeats,
      of: async () => [],
      counts: async () => keyed(HEARTBEAT_STATES, () => 0),
    },
  }
}
