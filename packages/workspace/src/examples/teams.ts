import type { Team } from '../port/teams.ts'

interface SampleTeam extends Omit<Team, 'members' | 'records'> {
  memberIds: readonly string[]
}

/** Two teams of the sample people, and one that everybody has left. */
export const DEMO_TEAMS: readonly SampleTeam[] = [
  {
    id: 'demo-team-applications',
    name: 'Business Applications',
    leadId: 'demo-person-2',
    deputyId: null,
    mail: '',
    chatUrl: '',
    onCallUrl: '',
    notices: 'all',
    memberIds: ['demo-person-2', 'demo-person-3'],
  },
  {
    id: 'demo-team-migration',
    name: 'Migration 2023',
    leadId: null,
    deputyId: null,
    mail: '',
    chatUrl: '',
    onCallUrl: '',
    notices: 'lead',
    memberIds: [],
  },
  {
    id: 'demo-team-platform',
    name: 'Platform',
    leadId: 'demo-person-4',
    deputyId: 'demo-person-1',
    mail: 'platform@example.com',
    chatUrl: 'https://chat.example.com/platform',
    onCallUrl: 'https://oncall.example.com/platform',
    notices: 'lead',
    memberIds: ['demo-person-1', 'demo-person-4', 'demo-person-5'],
  },
]
