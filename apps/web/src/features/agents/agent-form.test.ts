import type { Agent } from '@cairn/workspace/port/records/agents'
import { describe, expect, test } from 'vitest'
import { agentFormSchema, formOf, inputOf } from './agent-form.tsx'

const agent: Agent = {
  id: 'a1',
  name: 'Reader',
  description: 'Reads',
  ownerId: 'p1',
  accountId: 'a1',
  status: 'training',
  platform: 'Anthropic',
  lastUsed: null,
  createdBy: null,
  updatedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: '1970-01-01',
  fields: { vendor: 'Acme', cost_per_month: 5, cost_currency: 'USD', 'own.retired': ['a'] },
  tags: [],
  links: [{ purpose: 'docs', title: '', url: 'https://a.test' }],
}

describe('the form of an agent', () => {
  test('[AGT-10, 11] starts with the status inactive, which can be chosen', () => {
    expect(formOf(null)).toMatchObject({ name: '', ownerId: '', status: 'inactive' })
    expect(agentFormSchema.parse({ ...formOf(null), name: ' Reader ', status: 'active' })).toMatchObject({
      name: 'Reader',
      status: 'active',
    })
  })

  test('[OPEN-03] asks for a name', () => {
    expect(agentFormSchema.safeParse(formOf(null)).error?.issues[0]?.message).toBe('Agent name is required')
  })

  test('[GAP-11] starts with what is stored, and gives it back unchanged', () => {
    expect(inputOf(formOf(agent))).toEqual({
      name: 'Reader',
      description: 'Reads',
      ownerId: 'p1',
      platform: 'Anthropic',
      status: 'training',
      fields: agent.fields,
      links: agent.links,
      tags: agent.tags,
    })
  })

  test('offers Other and inactive in the place of words that it does not know', () => {
    expect(formOf({ ...agent, platform: 'Abacus', status: 'asleep' })).toMatchObject({
      platform: 'Other',
      status: 'inactive',
    })
  })
})
