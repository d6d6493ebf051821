import { expect, test } from 'vitest'
import { connectionsPath, sectionOf } from './connections-path.ts'

const section = (search: string, ...on: string[]) =>
  sectionOf(new URLSearchParams(search), (name) => on.includes(name))

test('[SET-18, DIS-25] an address without section means the first that is switched on', () => {
  expect(section('tab=connections', 'automations', 'agents')).toBe('automations')
  expect(section('section=nonsense', 'agents')).toBe('agents')
  expect(section('')).toBe('automations')
})

test('[SET-18] a section that is asked for is meant, switched on or not', () => {
  expect(section('section=agents', 'automations')).toBe('agents')
  expect(new URL(connectionsPath('agents'), 'http://cairn.test').searchParams.get('section')).toBe('agents')
})
