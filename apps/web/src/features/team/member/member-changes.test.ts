import type { MemberProfile } from '@cairn/workspace/port/team'
import { expect, test } from 'vitest'
import { areasIn, changedDetails, fieldsOf } from './member-changes.ts'

const MEMBER: MemberProfile = {
  id: 'ben',
  name: 'Ben Example',
  avatarUrl: null,
  email: null,
  bio: null,
  jobRole: null,
  department: 'Studio',
  permissionLevel: 'user',
  knowledgeAreas: ['Type', 'Ink'],
  contributionCount: 2,
  joinedAt: null,
  teams: [],
}

test('[MEMBER-16, 17, 18] knowledge areas are split on commas, trimmed, and empty ones dropped', () => {
  expect(areasIn(' Type ,, Ink, ,Old  maps,')).toEqual(['Type', 'Ink', 'Old  maps'])
  expect(areasIn(' , ')).toEqual([])
})

test('[MEMBER-15] the form starts with what is stored', () => {
  expect(fieldsOf(MEMBER)).toEqual({
    name: 'Ben Example',
    jobRole: '',
    department: 'Studio',
    knowledgeAreas: 'Type, Ink',
    permissionLevel: 'user',
  })
})

test('[MEMBER-19, CALL-47] whatever was changed is sent, and nothing else', () => {
  const before = fieldsOf(MEMBER)
  expect(changedDetails(before, before)).toEqual({})
  expect(changedDetails(before, { ...before, name: '', knowledgeAreas: 'Type' })).toEqual({
    name: '',
    knowledgeAreas: ['Type'],
  })
  expect(changedDetails(before, { ...before, department: '', permissionLevel: 'manager' })).toEqual({
    department: '',
    permissionLevel: 'manager',
  })
})
