import { expect, it } from 'vitest'
import { firstRequest } from './first-request.ts'

const ask = (...scopes: string[]) => firstRequest('https://cairn.example', 'cairn_1', scopes)

it('asks for records of the first catalogue that the token reads', () => {
  expect(ask('audit:read', 'agents:write')).toBe(
    "curl -H 'Authorization: Bearer cairn_1' \\\n  'https://cairn.example/rest/v1/agents?select=id,name,status&limit=5'",
  )
})

it('asks who it is where it reads none', () => {
  expect(ask('people:read')).toContain("'https://cairn.example/auth/v1/user'")
})
