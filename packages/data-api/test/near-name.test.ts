import { expect, it } from 'vitest'
import { nearName } from '../src/errors/near-name.ts'

const NAMES = ['projects', 'people', 'project_members', 'tasks']

it.each([
  ['project', 'projects'],
  ['Projects', 'projects'],
  ['pepole', undefined],
  ['taks', 'tasks'],
  ['task', 'tasks'],
  ['project_member', 'project_members'],
  ['anything else', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('%s is near %s', (name, near) => {
  expect(nearName(name, NAMES)).toBe(near)
})
