import { expect, test } from 'vitest'
import { agentLink } from './agent-link.ts'

test('[AGT-05, 06] agents of the two known platforms lead to its site', () => {
  expect(agentLink({ platform: 'OpenAI' })?.host).toBe('platform.openai.com')
  expect(agentLink({ platform: 'Anthropic' })?.host).toBe('console.anthropic.com')
})

test.each(['Custom', 'Other', 'javascript:alert(1)', '', 'constructor'])('%o leads nowhere', (platform) => {
  expect(agentLink({ platform })).toBeNull()
})
