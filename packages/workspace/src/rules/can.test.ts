import { describe, expect, test } from 'vitest'
import { teamOwnerId } from '../port/records/team-owner.ts'
import type { Me, PermissionLevel } from '../port/workspace.ts'
import { can, hasRank, type OwnedRecord, offered, type Permission } from './can.ts'

const ME = 'me'
const account = { id: 'account', name: 'Example' }
const member = (permissionLevel: PermissionLevel): Me => ({
  kind: 'member',
  personId: ME,
  account,
  permissionLevel,
})
const nobody = { personId: null, account: null, permissionLevel: 'viewer' } as const
const guest: Me = { kind: 'guest', ...nobody }
const visitor: Me = { kind: 'visitor', ...nobody }
const homeless: Me = { kind: 'member', personId: ME, account: null, permissionLevel: 'admin' }

const foreign: OwnedRecord = { ownerId: 'other', createdBy: 'other' }
const created: OwnedRecord = { ownerId: null, createdBy: ME }
const owned: OwnedRecord = { ownerId: ME, createdBy: 'other' }
const ofTeam: OwnedRecord = { ownerId: teamOwnerId('mine'), createdBy: 'other' }
const orphan: OwnedRecord = { ownerId: null, createdBy: null }

const people = {
  visitor,
  guest,
  homeless,
  viewer: member('viewer'),
  user: member('user'),
  manager: member('manager'),
  admin: member('admin'),
}
type Who = keyof typeof people

/** Deeds and the people who may do them. Everyone else may not. */
const TABLE: [string, Permission, Who[]][] = [
  ['create a record', ['create-record', null], ['user', 'manager', 'admin']],
  ["change another's record", ['change-record', foreign], ['manager', 'admin']],
  ['change a record they created', ['change-record', created], ['user', 'manager', 'admin']],
  ['change a record they own', ['change-record', owned], ['user', 'manager', 'admin']],
  ["change nobody's record", ['change-record', orphan], ['manager', 'admin']],
  ["delete another's record", ['delete-record', foreign], ['manager', 'admin']],
  ['delete a record they created', ['delete-record', created], ['user', 'manager', 'admin']],
  ['delete a record they own', ['delete-record', owned], ['user', 'manager', 'admin']],
  ["delete nobody's record", ['delete-record', orphan], ['manager', 'admin']],
  ['assign experts', ['assign-experts', null], ['user', 'manager', 'admin']],
  ['add a relation', ['relate-records', null], ['user', 'manager', 'admin']],
  ['plan maintenance', ['plan-maintenance', null], ['user', 'manager', 'admin']],
  ['change tags', ['manage-tags', null], ['manager', 'admin']],
  ['change teams', ['manage-teams', null], ['manager', 'admin']],
  ['change views of all members', ['share-views', null], ['manager', 'admin']],
  ['switch features', ['manage-features', null], ['admin']],
  ['change the appearance', ['change-appearance', null], ['admin']],
  ['edit a user', ['edit-member', { id: 'other', permissionLevel: 'user' }], ['manager', 'admin']],
  ['edit a manager', ['edit-member', { id: 'other', permissionLevel: 'manager' }], ['manager', 'admin']],
  ['edit an admin', ['edit-member', { id: 'other', permissionLevel: 'admin' }], ['admin']],
  ['edit themselves as a member', ['edit-member', { id: ME, permissionLevel: 'viewer' }], []],
]

const everybody = ['visitor', 'guest', 'homeless', 'viewer', 'user', 'manager', 'admin'] as const

describe('[SET-12, 35][MEMBER-24, PERM-24, DIS-04][PERM-04][PERM-05][PERM-06][PERM-07][DIS-45] can', () => {
  for (const [deed, permission, allowed] of TABLE) {
    for (const who of everybody) {
      const may = allowed.includes(who)
      test(`${who} ${may ? 'may' : 'may not'} ${deed}`, () => {
        const answer = can(people[who], ...permission)
        expect(answer.allowed).toBe(may)
        if (!answer.allowed) expect(answer.reason).toMatch(/\.$/)
      })
    }
  }
})

test('a user may change and delete the records of their teams, and of no other', () => {
  const user = { kind: 'member', personId: ME, account, permissionLevel: 'user' } as const
  for (const action of ['change-record', 'delete-record'] as const) {
    expect(can({ ...user, teams: ['other', 'mine'] }, action, ofTeam).allowed).toBe(true)
    expect(can({ ...user, teams: ['other'] }, action, ofTeam).allowed).toBe(false)
    expect(can(user, action, ofTeam).allowed).toBe(false)
  }
})

test('[SET-13, 36, OPEN-07] tells a member without the right who has it', () => {
  const manager = member('manager')
  expect(can(manager, 'change-appearance', null)).toEqual({
    allowed: false,
    reason: 'Only administrators can modify appearance settings.',
  })
  expect(can(manager, 'manage-features', null)).toEqual({
    allowed: false,
    reason: 'Features can only be managed by administrators.',
  })
})

describe('offered', () => {
  test('[GAP-08] lets guests open every form', () => {
    expect(offered(guest, 'change-record', foreign)).toEqual({ allowed: true })
  })

  test('[GAP-08] gives a member without the right the reason', () => {
    expect(offered(member('viewer'), 'create-record', null)).toEqual({
      allowed: false,
      reason: 'Viewers cannot make changes. Ask an administrator for another level.',
    })
    expect(offered(member('user'), 'delete-record', foreign)).toEqual({
      allowed: false,
      reason: 'You can delete only what you created or own.',
    })
  })
})

describe('hasRank', () => {
  test('[PERM-09] passes from the required rank on', () => {
    const levels = ['viewer', 'user', 'manager', 'admin'] as const
    const passing = levels.map((level) => levels.filter((required) => hasRank(level, required)).length)
    expect(passing).toEqual([1, 2, 3, 4])
  })

  test('[PERM-10] never passes without a level', () => {
    expect(hasRank(null, 'viewer')).toBe(false)
  })
})
