import { expect, it } from 'vitest'
import { newPasswordForm } from './new-password-form.ts'

/** The errors of what was typed, by field. */
function errors(password: string, confirmation = password): Record<string, string> {
  const { error } = newPasswordForm.safeParse({ password, confirmation })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

it('[SEC-22] a new password is typed twice alike', () => {
  expect(errors('Mountains-77!', 'Mountains-78!')).toEqual({ confirmation: "Passwords don't match" })
  expect(errors('Mountains-77!')).toEqual({})
})

it('[SEC-19] a new password that is too short says so at its field', () => {
  expect(errors('Mountain-7!')).toEqual({ password: 'Password must be at least 12 characters' })
})
