import { expect, it } from 'vitest'
import { type PasswordForm, passwordForm } from './password-form.ts'

const good: PasswordForm = {
  current: 'Old-password-1!',
  next: 'New-password-1!',
  confirmation: 'New-password-1!',
  endsPrograms: true,
}

/** Returns the problems by field. */
function problems(changed: Partial<PasswordForm>): Record<string, string> {
  const issues = passwordForm.safeParse({ ...good, ...changed }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

it('accepts a new password that is confirmed', () => {
  expect(problems({})).toEqual({})
})

it('[SEC-18, 22, 23] reports the problems at each field', () => {
  expect(problems({ current: '' })).toEqual({ current: 'Current password is required' })
  expect(problems({ confirmation: 'other' })).toEqual({ confirmation: "Passwords don't match" })
  expect(problems({ current: good.next })).toEqual({
    next: 'New password must be different from current password',
  })
})
