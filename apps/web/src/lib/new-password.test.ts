import { expect, it } from 'vitest'
import { newPassword } from './new-password.ts'

const complaints = (text: string) =>
  newPassword.safeParse(text).error?.issues.map(({ message }) => message) ?? []

it('[SEC-19] a new password has at least 12 characters', () => {
  expect(complaints('Short1!')).toEqual(['Password must be at least 12 characters'])
})

it('[SEC-20, 21, DIS-02, DIS-44] and of each kind one, others are allowed beside them', () => {
  const rule = 'Password must contain uppercase, lowercase, number, and special character'
  for (const text of ['lower-case-1!x', 'UPPER-CASE-1!X', 'No-Digits-At-All!', 'No-Special-Sign-1'])
    expect(complaints(text)).toEqual([rule])
  expect(complaints('Änders-als-1-zuvor!')).toEqual([])
})
