import type { Agent, AgentPlatform, AgentStatus } from '../port/records/agents.ts'
import { invitedId } from '../port/records/invited-owner.ts'
import { DAY, minutesAgo } from './moments.ts'
import { PLAIN, registeredAt, type Sample } from './registered.ts'

interface AgentSample extends Omit<Sample<Agent>, 'lastUsed'> {
  platform: AgentPlatform
  status: AgentStatus
  usedMinutesAgo: number
}

const samples: readonly AgentSample[] = [
  {
    id: 'demo-agent-1',
    name: 'Support Assistant',
    platform: 'Anthropic',
    description: 'Drafts answers to incidents from the knowledge base.',
    status: 'active',
    ownerId: 'demo-person-1',
    updatedBy: 'demo-person-1',
    usedMinutesAgo: 25,
    registered: '2023-11-20T10:10:00Z',
    tags: ['demo-tag-customers'],
  },
  {
    id: 'demo-agent-2',
    name: 'Contract Reader',
    platform: 'OpenAI',
    description: 'Finds terms and deadlines in supplier contracts.',
    status: 'training',
    // Has not joined yet.
    ownerId: invitedId('demo-invitation-1'),
    updatedBy: 'demo-person-3',
    usedMinutesAgo: 6 * DAY,
    registered: '2023-09-12T15:30:00Z',
  },
]

/** The newest first. The distance of the last use stays the same, whenever they are read. */
export function demoAgents(): readonly Agent[] {
  return samples.map(({ registered, usedMinutesAgo, ...sample }) => ({
    ...PLAIN,
    ...sample,
    ...registeredAt(registered),
    lastUsed: minutesAgo(usedMinutesAgo),
  }))
}
