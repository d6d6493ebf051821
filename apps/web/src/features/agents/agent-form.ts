import { z } from 'zod/mini'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/record-form.ts'
import { AGENT_PLATFORMS, AGENT_STATUSES, type Agent, type NewAgent } from '@/workspace/port/agents.ts'

/** What the form holds, and what of it may be sent. */
export const agentFormSchema = z.object({
  ...recordFormFields({
    required: 'Agent name is required',
    tooLong: 'An agent name has at most 120 characters.',
  }),
  platform: z.enum(AGENT_PLATFORMS),
  status: z.enum(AGENT_STATUSES),
})

export type AgentForm = z.infer<typeof agentFormSchema>

/** What the form starts with. Words that are not known can only be replaced. */
export function formOf(agent: Agent | null): AgentForm {
  return {
    ...recordForm(agent),
    platform: agent ? (known(AGENT_PLATFORMS, agent.platform) ?? 'Other') : 'OpenAI',
    status: known(AGENT_STATUSES, agent?.status) ?? 'inactive',
  }
}

export function inputOf(form: AgentForm): NewAgent {
  return { ...recordInput(form), platform: form.platform, status: form.status }
}

function known<Word extends string>(words: readonly Word[], word: string | null | undefined) {
  return words.find((candidate) => candidate === word)
}
