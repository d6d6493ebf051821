import { phrase } from '../../lib/phrase.ts'
import type { CatalogueDescriptor, CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const AGENT_PLATFORMS = ['OpenAI', 'Anthropic', 'Custom', 'Other'] as const
export type AgentPlatform = (typeof AGENT_PLATFORMS)[number]

export const AGENT_STATUSES = ['active', 'training', 'inactive'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

export const AGENT_CATALOGUE = {
  title: phrase('Agents'),
  one: phrase('Agent'),
  table: 'agents',
  path: '/agents',
  feature: 'agents',
  statuses: AGENT_STATUSES,
  order: 'newest',
  orders: ['name', 'platform', 'lastUsed', 'owner', 'lastPublisher', 'status'],
  counted: 'all',
  usedBy: ['solutions'],
  fields: { platform: phrase('Platform'), experts: phrase('Agent Experts') },
} as const satisfies CatalogueDescriptor

/** An AI agent. `platform` is as stored, like `status`. */
export interface Agent extends CatalogueRecord {
  platform: string
  /** Null for one that has never been used. */
  lastUsed: Date | null
}

export interface NewAgent extends RecordInput {
  platform: AgentPlatform
  status: AgentStatus
}

/** The agents, the newest first. */
export type AgentsPart = CataloguePart<Agent, NewAgent, NewAgent>
