import { DEMO_INVITED, DEMO_TEAM } from '@cairn/workspace/examples/team'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { RECORDS_PER_PAGE } from '@cairn/workspace/port/records/records'
import type { MemberProfile, MemberRecord, TeamEntry, TeamPart } from '@cairn/workspace/port/team'
import { findMembers } from '@cairn/workspace/rules/find-members'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'
import { demoTeamsOf } from './teams.ts'

const ENTRIES: readonly TeamEntry[] = DEMO_TEAM.map(({ contributions, ...member }) => ({
  ...member,
  avatarUrl: null,
  contributionCount: contributions,
  isPending: false,
}))

/** Five sample people. Only the first load is delayed: a filter responds at once, as in an account. */
export const demoTeam: TeamPart = {
  members: () =>
    loaded(() => ENTRIES.map(({ id, name, avatarUrl, isPending }) => ({ id, name, avatarUrl, isPending }))),
  invited: () => loaded(() => DEMO_INVITED),
  async find(search, skip) {
    const found = findMembers(ENTRIES, search)
    const page = {
      all: ENTRIES.length,
      total: found.length,
      items: found.slice(skip, skip + RECORDS_PER_PAGE),
    }
    return found.length === ENTRIES.length ? loaded(() => page) : page
  },
  departments: () => loaded(() => [...new Set(DEMO_TEAM.map(({ department }) => department))].sort()),
  seen: (limit) =>
    loaded(() => ENTRIES.slice(0, limit).map((entry) => ({ ...entry, email: null, bio: null }))),
  profile: (id) => loaded(() => profileOf(id)),
  card: (id, kinds) =>
    loaded(() => {
      const profile = profileOf(id)
      const owned = kinds.map((kind) => ({ kind, total: ownedBy(id, [kind]).length }))
      return profile && { ...profile, owned }
    }),
  // No example has an expert beside its owner.
  records: (id, relation, kinds, skip) =>
    loaded(() => {
      const owned = relation === 'owner' ? ownedBy(id, kinds) : []
      return { items: owned.slice(skip), total: owned.length }
    }),
  update: () => notSaved(phrase('Profile changes')),
  setLevel: () => notSaved(phrase('Permission changes')),
  remove: () => notSaved(phrase('Team changes')),
  endSessions: () => notSaved(phrase('Team changes')),
  removeSecondFactor: () => notSaved(phrase('Team changes')),
}

function profileOf(id: string): MemberProfile | null {
  const member = DEMO_TEAM.find((sample) => sample.id === id)
  const entry = ENTRIES.find((sample) => sample.id === id)
  if (!member || !entry) return null
  return { ...entry, email: null, bio: null, joinedAt: new Date(member.joined), teams: demoTeamsOf(id) }
}

function ownedBy(id: string, kinds: readonly CatalogueKind[]): readonly MemberRecord[] {
  return kinds
    .flatMap((kind) => DEMO_RECORDS[kind]().map((record) => ({ ...record, kind })))
    .filter(({ ownerId }) => ownerId === id)
    .map(({ kind, id: recordId, name }) => ({ kind, id: recordId, name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
