import { expect, test } from 'vitest'
import { audienceOf } from './oauth-audience.ts'

const ours = { publicUrl: 'https://cairn.test', further: ['/mcp'] }

test.each([
  [[], 'authenticated'],
  [['https://cairn.test/rest/v1'], 'authenticated'],
  [['https://cairn.test/rest/v1/'], 'authenticated'],
  [['https://cairn.test/mcp'], 'https://cairn.test/mcp'],
  [['https://cairn.test/mcp', 'https://cairn.test/mcp/'], 'https://cairn.test/mcp'],
])('a token for %j is for %s', (asked, audience) => {
  expect(audienceOf(asked, ours)).toBe(audience)
})

test.each([
  [['https://cairn.test/mcp', 'https://cairn.test/rest/v1']],
  [['https://cairn.test']],
  [['https://cairn.test/mcp/more']],
  [['https://cairn.test/MCP']],
  [['https://evil.test/mcp']],
  [['authenticated']],
  [['']],
])('there is no token for %j', (asked) => {
  expect(audienceOf(asked, ours)).toBeNull()
})
