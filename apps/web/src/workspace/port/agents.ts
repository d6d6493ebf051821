import type { CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const AGENT_PLATFORMS = ['OpenAI', 'Anthropic', 'Custom', 'Other'] as const
export type AgentPlatform = (typeof AGENT_PLATFORMS)[number]

export const AGENT_STATUSES = ['active', 'training', 'inactive'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** An AI agent. `platform` is as stored, like `status`. */
export interface Agent extends CatalogueRecord {
  platform: string
  /** Null for one that has never been used. */
  lastUsed: Date | null
  /** Who changed it last: its last publisher. */
  updatedBy: string | null
}

export interface NewAgent extends RecordInput {
  platform: AgentPlatform
  status: AgentStatus
}

/** The agents, the newest first. */
export interface AgentsPart extends CataloguePart<Agent, NewAgent, NewAgent> {
  setStatus(id: string, status: AgentStatus): Promise<Agent>
}
