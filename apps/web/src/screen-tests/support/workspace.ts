import { keyed } from '@cairn/workspace/lib/keyed'
import type { Agent, NewAgent } from '@cairn/workspace/port/records/agents'
import type { Automation, AutomationChange, NewAutomation } from '@cairn/workspace/port/records/automations'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact, DeletionOptions, DeletionPart } from '@cairn/workspace/port/records/deletion'
import { COUNTED_STATES } from '@cairn/workspace/port/records/heartbeats'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import type {
  LinkKind,
  NewSolution,
  Solution,
  SolutionChange,
  SolutionsPart,
} from '@cairn/workspace/port/records/solutions'
import type { NewSystem, System, SystemChange } from '@cairn/workspace/port/records/systems'
import type { Tag } from '@cairn/workspace/port/records/tags'
import type { SavedView } from '@cairn/workspace/port/records/views'
import type { TeamEntry, TeamPart } from '@cairn/workspace/port/team'
import type { Team } from '@cairn/workspace/port/teams'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { findMembers } from '@cairn/workspace/rules/find-members'
import { openDemo } from '@/workspace/demo/open.ts'
import { bulkPart } from './bulk.ts'
import { catalogue, type Kept, kept } from './catalogue.ts'
import { ownFieldsPart } from './own-fields.ts'
import { ACCOUNT, ADA, type Member } from './people.ts'
import { plainRecord } from './records.ts'
import { relationsPart } from './relations.ts'
import { tagsPart } from './tags.ts'
import { viewsPart } from './views.ts'

export interface Arranged {
  /** The members of the account beside the user of the screen. */
  people?: readonly Member[]
  systems?: readonly System[]
  automations?: readonly Automation[]
  agents?: readonly Agent[]
  solutions?: readonly Solution[]
  ownFields?: readonly OwnField[]
  tags?: readonly Tag[]
  teams?: readonly Team[]
  views?: readonly SavedView[]
  /** The systems that the user of the screen may not change in bulk, by their ids. */
  fixed?: readonly string[]
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
function solutionsPart(records: Kept<Solution>): SolutionsPart {
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

/** The solutions that rest on systems, for deletions. */
function dependents(solutions: Kept<Solution>) {
  const impactOf = (ids: readonly string[]): readonly DeletionImpact[] => {
    const items = solutions
      .all()
      .filter(({ relatedSystems }) => relatedSystems.some((id) => ids.includes(id)))
    const active = items.filter(({ status }) => status === 'active').length
    return items.length === 0 ? [] : [{ kind: 'solution', total: items.length, active, items }]
  }
  const unlink = (ids: readonly string[], { moveTo }: Pick<DeletionOptions, 'moveTo'>) =>
    solutions.set(
      solutions.all().map((solution) => {
        const left = solution.relatedSystems.filter((id) => !ids.includes(id))
        const isLinked = left.length < solution.relatedSystems.length
        return { ...solution, relatedSystems: isLinked && moveTo !== null ? [...left, moveTo] : left }
      }),
    )
  return { impactOf, unlink }
}

/** The four catalogues, and what changes or deletes their records. */
function recordParts(demo: Workspace, arranged: Arranged) {
  const systems = kept(arranged.systems ?? [])
  const solutions = kept(arranged.solutions ?? [])
  const automations = kept(arranged.automations ?? [])
  const agents = kept(arranged.agents ?? [])
  const { impactOf, unlink } = dependents(solutions)
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
  const deletion: DeletionPart = {
    ...demo.deletion,
    impact: async (_kind, id) => impactOf([id]),
    async remove(kind, id, options) {
      await parts[CATALOGUES[kind].table].remove(id)
      unlink([id], options)
    },
    async retire(kind, id) {
      if (kind === 'system') await parts.systems.setStatus(id, 'deprecated')
    },
  }
  const snapshot = () => {
    const [systemsBefore, solutionsBefore] = [systems.all(), solutions.all()]
    return () => {
      systems.set(systemsBefore)
      solutions.set(solutionsBefore)
    }
  }
  const effects = { impactOf, unlink, snapshot, fixed: arranged.fixed ?? [] }
  const { bulk, ...undoing } = bulkPart('system', systems, effects)
  const relations = relationsPart(
    { system: systems.all, automation: automations.all, agent: agents.all, solution: solutions.all },
    solutions.all,
    new Map([...(arranged.people ?? [ADA]), ...(arranged.tags ?? [])].map(({ id, name }) => [id, name])),
  )
  const tags = tagsPart(kept(arranged.tags ?? []), systems)
  const views = viewsPart(kept(arranged.views ?? []), systems)
  return { ...parts, relations, deletion, bulk, acts: { ...demo.acts, ...undoing }, tags, views }
}

/** The members of the account, as far as screens read them. */
function teamPart(demo: Workspace, people: readonly Member[]): TeamPart {
  const entries = people.map(teamEntry)
  const members = entries.filter(({ isPending }) => !isPending)
  return {
    ...demo.team,
    members: async () => members,
    invited: async () => entries.filter(({ isPending }) => isPending),
    departments: async () => [...new Set(entries.flatMap(({ department }) => department ?? []))].sort(),
    seen: async (limit) => members.slice(0, limit).map((entry) => ({ ...entry, email: null, bio: null })),
    profile: async (id) => {
      const entry = members.find((candidate) => candidate.id === id)
      return entry === undefined ? null : { ...entry, email: null, bio: null, joinedAt: null, teams: [] }
    },
    card: async (id) => {
      const entry = members.find((candidate) => candidate.id === id)
      return entry === undefined
        ? null
        : { ...entry, email: null, bio: null, joinedAt: null, owned: [], teams: [] }
    },
    records: async () => ({ items: [], total: 0 }),
    find: async (search) => {
      const items = findMembers(entries, search)
      return { all: entries.length, total: items.length, items }
    },
  }
}

/**
 * The workspace of a member: what a test arranges can be read and written. There is nothing beside it of records,
 * fields, tags and views; all else is as in the examples. A test scripts an answer with `vi.spyOn`.
 */
export function membersWorkspace(arranged: Arranged = {}): Workspace {
  const demo = openDemo()
  return {
    ...demo,
    ...recordParts(demo, arranged),
    kind: 'supabase',
    news: {
      within: async () => ({ membership: { account: ACCOUNT, permissionLevel: 'viewer' }, changed: [] }),
    },
    team: teamPart(demo, arranged.people ?? [ADA]),
    teams: { ...demo.teams, list: async () => arranged.teams ?? [], of: async () => [] },
    inbox: {
      read: async () => ({ total: 0, lines: [], snoozed: [] }),
      snooze: async () => undefined,
      muted: async () => [],
      mute: async () => undefined,
      unmute: async () => undefined,
    },
    history: { page: async () => ({ entries: [], next: null }) },
    ownFields: ownFieldsPart(kept(arranged.ownFields ?? [])),
    heartbeats: {
      ...demo.heartbeats,
      of: async () => [],
      counts: async () => keyed(COUNTED_STATES, () => 0),
    },
  }
}
