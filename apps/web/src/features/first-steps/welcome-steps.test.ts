import type { Me, PermissionLevel } from '@cairn/workspace/port/workspace'
import { expect, test } from 'vitest'
import { stepOf, stepsOf, welcomePath } from './welcome-steps.ts'

const member = (permissionLevel: PermissionLevel): Me => ({
  ...{ kind: 'member', personId: 'p', permissionLevel },
  account: { id: 'a', name: 'Acme' },
})
const guest: Me = { kind: 'guest', personId: null, account: null, permissionLevel: 'viewer' }

test('an admin takes all steps, who may add records one of them, a viewer none', () => {
  expect(stepsOf(member('admin'))).toEqual(['name', 'products', 'people'])
  expect(stepsOf(member('manager'))).toEqual(['products'])
  expect(stepsOf(member('user'))).toEqual(['products'])
  expect(stepsOf(member('viewer'))).toEqual([])
})

test('a guest may look at all but the invitations', () => {
  expect(stepsOf(guest)).toEqual(['name', 'products'])
})

test('the address names the step; any other means the first that may be taken', () => {
  const step = (search: string, level: PermissionLevel) =>
    stepOf(new URLSearchParams(search), stepsOf(member(level)))
  expect(step('step=people', 'admin')).toBe('people')
  expect(step('', 'admin')).toBe('name')
  expect(step('step=nonsense', 'admin')).toBe('name')
  expect(step('step=people', 'user')).toBe('products')
  expect(step('step=products', 'viewer')).toBeNull()
  expect(stepOf(new URL(welcomePath('people'), 'http://cairn.test').searchParams, ['name', 'people'])).toBe(
    'people',
  )
})
