import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPasswordFields } from './new-password.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

/** The complaints about what was typed, by field. */
function complaints(password: string, confirmation = password): Record<string, string> {
  const { error } = newPasswordFields(t).safeParse({ password, confirmation })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

const COMPOSITION = 'Password must contain uppercase, lowercase, number, and special character'

describe('a new password', () => {
  it('[SEC-19] [DIS-01] has at least 12 characters', () => {
    expect(complaints('Mountain-7!')).toEqual({ password: 'Password must be at least 12 characters' })
    expect(complaints('Mountains-7!')).toEqual({})
  })

  it.each(['mountains-77!', 'MOUNTAINS-77!', 'Mountains-seven!', 'Mountains-777', 'Mountains_777#'])(
    '[SEC-20] [SEC-21] [DIS-02] is not %s, which lacks one of four kinds',
    (password) => {
      expect(complaints(password)).toEqual({ password: COMPOSITION })
    },
  )

  it('[SEC-21] [DIS-02] takes each of the special characters, and others beside them', () => {
    for (const special of '@$!%*?&') expect(complaints(`Mountains-7 #${special}`)).toEqual({})
  })

  it('[SEC-22] is typed twice alike', () => {
    expect(complaints('Mountains-77!', 'Mountains-78!')).toEqual({ confirmation: "Passwords don't match" })
  })
})
