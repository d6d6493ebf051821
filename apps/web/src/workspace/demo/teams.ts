import { DEMO_TEAMS } from '@cairn/workspace/examples/teams'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { TeamName, TeamsPart } from '@cairn/workspace/port/teams'
import { loaded, notSaved } from './answers.ts'

const refuse = () => notSaved(phrase('Teams'))

/** The teams of the examples. */
export const demoTeams: TeamsPart = {
  list: () =>
    loaded(() =>
      DEMO_TEAMS.map(({ memberIds, ...team }) => ({ ...team, members: memberIds.length, records: 0 })),
    ),
  of: (memberId) => loaded(() => demoTeamsOf(memberId)),
  members: (id) =>
    loaded(() =>
      (DEMO_TEAMS.find((team) => team.id === id)?.memberIds ?? []).map((memberId) => ({
        ...{ memberId, byGroup: null },
      })),
    ),
  save: refuse,
  merge: refuse,
  remove: refuse,
  addDepartments: refuse,
}

/** The teams of a sample person. */
export function demoTeamsOf(personId: string): readonly TeamName[] {
  return DEMO_TEAMS.filter(({ memberIds }) => memberIds.includes(personId)).map(({ id, name }) => ({
    id,
    name,
  }))
}
