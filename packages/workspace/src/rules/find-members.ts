import { forgivingly } from '../lib/forgiving.ts'
import type { TeamEntry, TeamOrder, TeamSearch } from '../port/team.ts'

const RANKS = ['viewer', 'user', 'manager', 'admin'] as const

/** The people who fit a search, in its order, pending ones first: what the database does with the team of an account. */
export function findMembers(team: readonly TeamEntry[], search: TeamSearch): readonly TeamEntry[] {
  const { text, department, level, area, status, order } = search
  return forgivingly(team, text, ({ name }) => [name])
    .filter(
      (entry) =>
        (department === null || entry.department === department) &&
        (level === null || entry.permissionLevel === level) &&
        (area === null || entry.knowledgeAreas.some((known) => known.toLowerCase() === area.toLowerCase())) &&
        (status === null || entry.isPending === (status === 'pending')),
    )
    .sort(
      (one, other) =>
        Number(other.isPending) - Number(one.isPending) ||
        (order.descending ? compare[order.by](other, one) : compare[order.by](one, other)) ||
        compare.name(one, other),
    )
}

type Compare = (one: TeamEntry, other: TeamEntry) => number

const compare: Record<TeamOrder, Compare> = {
  name: (one, other) => one.name.localeCompare(other.name),
  jobRole: (one, other) => (one.jobRole ?? '').localeCompare(other.jobRole ?? ''),
  permission: (one, other) => RANKS.indexOf(one.permissionLevel) - RANKS.indexOf(other.permissionLevel),
  department: (one, other) => (one.department ?? '').localeCompare(other.department ?? ''),
  status: (one, other) => one.contributionCount - other.contributionCount,
}
