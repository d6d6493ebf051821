import { expect, test } from 'vitest'
import { EMPTY_INVITATION, inviteForm } from './invite-form.ts'

const NINA = {
  email: 'nina@example.com',
  name: 'Nina',
  jobRole: 'Designer',
  department: 'Studio',
  permissionLevel: 'user',
}

const messages = (value: unknown) => inviteForm.safeParse(value).error?.issues.map(({ message }) => message)

test('[INV-36, 37, 38, 39] an empty form names the missing values, field by field', () => {
  expect(messages(EMPTY_INVITATION)).toEqual([
    'Please enter a valid email address',
    'Name is required',
    'Job role is required',
    'Department is required',
  ])
  expect(messages({ ...NINA, name: '   ' })).toEqual(['Name is required'])
})

test('[INV-40] a level is one of the four', () => {
  expect(messages({ ...NINA, permissionLevel: 'owner' })).toEqual(['Please select a valid permission level'])
})

test('[INV-34] the initial level is viewer, so that no higher one is given by accident', () => {
  expect(EMPTY_INVITATION.permissionLevel).toBe('viewer')
})

test('an address is valid with capitals, and with spaces around it', () => {
  expect(inviteForm.parse({ ...NINA, email: ' Nina@Example.COM ' }).email).toBe('nina@example.com')
  for (const email of ['nina', 'nina@', 'nina@example', 'a b@example.com', '<nina@example.com>'])
    expect(messages({ ...NINA, email })).toEqual(['Please enter a valid email address'])
})
