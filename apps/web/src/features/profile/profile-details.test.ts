import { JOB_ROLES } from '@cairn/workspace/port/profile'
import { describe, expect, it } from 'vitest'
import { changedDetails, detailsOf, jobRoleChoices, profileOfSession } from './profile-details.ts'

describe('the own profile', () => {
  it('[PROF-13] offers twelve job roles, and whichever one has', () => {
    expect(jobRoleChoices('')).toEqual([
      'Software Engineer',
      'Product Manager',
      'Designer',
      'Marketing',
      'Sales',
      'Customer Support',
      'Operations',
      'Finance',
      'HR',
      'CEO',
      'CTO',
      'Other',
    ])
    expect(jobRoleChoices('CTO')).toBe(JOB_ROLES)
    expect(jobRoleChoices('Head of IT')).toEqual([...JOB_ROLES, 'Head of IT'])
  })

  it('[PROF-22, 23] can be built from the session', () => {
    const person = { id: 'a', email: 'ada@acme.test', name: 'Ada Example', avatarUrl: null }
    expect(profileOfSession(person)).toEqual({
      name: 'ada',
      email: 'ada@acme.test',
      avatarUrl: '',
      bio: '',
      jobRole: '',
      department: '',
    })
  })

  it('[CALL-46, PROF-19] sends what was changed, whatever it is', () => {
    const before = detailsOf({ name: 'Ada', avatarUrl: '', bio: 'Hi', jobRole: 'CTO', department: '' })
    expect(changedDetails(before, before)).toEqual({})
    expect(changedDetails(before, { ...before, bio: '', avatarUrl: 'not an address' })).toEqual({
      bio: '',
      avatarUrl: 'not an address',
    })
  })
})
