import { describe, expect, it } from 'vitest'
import { newPassword } from './new-password.ts'

const messages = (password: string) =>
  newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

const COMPOSITION = 'Password must contain uppercase, lowercase, number, and special character'

describe('a new password', () => {
  it('[SEC-19] [DIS-01] has at least 12 characters', () => {
    expect(messages('Mountain-7!')).toEqual(['Password must be at least 12 characters'])
    expect(messages('Short1!')).toEqual(['Password must be at least 12 characters'])
    expect(messages('Mountains-7!')).toEqual([])
  })

  it.each(['mountains-77!', 'MOUNTAINS-77!', 'Mountains-seven!', 'Mountains-777', 'Mountains_777#'])(
    '[SEC-20] [SEC-21] [DIS-02] is not %s, which lacks one of four kinds',
    (password) => {
      expect(messages(password)).toEqual([COMPOSITION])
    },
  )

  it('[SEC-20] needs its kinds from the alphabet, as the server counts them', () => {
    expect(messages('Änders-als-1-zuvor!')).toEqual([COMPOSITION])
  })

  it('[SEC-21] [DIS-02] [DIS-44] takes each of the special characters, and others beside them', () => {
    for (const special of '@$!%*?&') expect(messages(`Mountains-7 #${special}`)).toEqual([])
    expect(messages('Änders-Als-1-zuvor!')).toEqual([])
  })
})
