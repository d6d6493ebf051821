import type { Agent, AgentPlatform, AgentStatus } from '../../port/agents.ts'
import { DAY, DEMO_ACCOUNT_ID } from './moments.ts'

interface Sample {
  id: string
  name: string
  platform: AgentPlatform
  description: string
  status: AgentStatus
  ownerId: string | null
  updatedBy: string
  usedMinutesAgo: number
  registered: string
}

const samples: readonly Sample[] = [
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
  },
  {
    id: 'demo-agent-2',
    name: 'Contract Reader',
    platform: 'OpenAI',
    description: 'Finds terms and deadlines in supplier contracts.',
    status: 'training',
    ownerId: 'demo-person-3',
    updatedBy: 'demo-person-3',
    usedMinutesAgo: 6 * DAY,
    registered: '2023-09-12T15:30:00Z',
  },
]

/** The newest first, each with the distance of its last use instead of the moment. */
export const DEMO_AGENTS: readonly (Omit<Agent, 'lastUsed'> & { usedMinutesAgo: number })[] = samples.map(
  ({ registered, ...sample }) => ({
    ...sample,
    accountId: DEMO_ACCOUNT_ID,
    createdBy: null,
    createdAt: new Date(registered),
    updatedAt: new Date(registered),
    version: registered,
  }),
)
