import { expect, test } from 'vitest'
import { entryOfCurrentUser } from './current-user.ts'

const PERSON = { id: 'p1', email: 'ada@example.com', name: 'Ada Example', avatarUrl: null }

test.each([
  ['the own name', { name: 'Ada Example' }, 'Ada Example'],
  ['without one the part of the email before the at-sign', { name: '' }, 'ada'],
  ['else Current User', { name: '', email: '' }, 'Current User'],
])('[TEAM-30] the entry of the current user is named by %s', (_what, change, name) => {
  expect(entryOfCurrentUser({ ...PERSON, ...change }, 'user').name).toBe(name)
})

test('[TEAM-31, 32, 33, 34] the rest of it is assumed, but for the level', () => {
  expect(entryOfCurrentUser(PERSON, 'manager')).toMatchObject({
    jobRole: 'User',
    department: 'General',
    permissionLevel: 'manager',
    contributionCount: 0,
  })
})
