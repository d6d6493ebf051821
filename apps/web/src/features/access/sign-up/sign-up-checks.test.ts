import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkMessage, fieldOf, firstFailedCheck, type SignUpValues } from './sign-up-checks.ts'

const GOOD: SignUpValues = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.org',
  password: 'Mountain-7',
  confirmation: 'Mountain-7',
  accountName: '',
}
const KNOWN = { blacklisted: false, first: false }
const FIRST = { blacklisted: false, first: true }

/** Everything wrong at once; each case mends what comes before. */
const WRONG: SignUpValues = { ...GOOD, firstName: ' ', password: 'weak', confirmation: 'other' }

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

describe('the checks before signing up', () => {
  it('lets a complete form pass', () => {
    expect(firstFailedCheck(GOOD, KNOWN)).toBeNull()
    expect(firstFailedCheck({ ...GOOD, accountName: 'Example' }, FIRST)).toBeNull()
  })

  it('[AUTH-28] come in the specified order', () => {
    expect(firstFailedCheck(WRONG, { blacklisted: true, first: true })).toBe('blacklist')
    expect(firstFailedCheck(WRONG, FIRST)).toBe('names')
    expect(firstFailedCheck({ ...WRONG, firstName: 'Ada' }, FIRST)).toBe('match')
    expect(firstFailedCheck({ ...WRONG, firstName: 'Ada', confirmation: 'weak' }, FIRST)).toBe('strength')
    expect(firstFailedCheck({ ...GOOD, accountName: ' ' }, FIRST)).toBe('account-name')
  })

  it('[AUTH-32] [DIS-01] [DIS-19] let a password pass from a strength of 60 on', () => {
    const withPassword = (password: string) => ({ ...GOOD, password, confirmation: password })
    expect(firstFailedCheck(withPassword('aB'), KNOWN)).toBe('strength')
    expect(firstFailedCheck(withPassword('aB1'), KNOWN)).toBeNull()
  })

  it('lead back to the field that has to change', () => {
    expect(fieldOf('names', WRONG)).toBe('firstName')
    expect(fieldOf('names', { ...GOOD, lastName: '' })).toBe('lastName')
    expect(fieldOf('match', WRONG)).toBe('confirmation')
  })

  it('[AUTH-29] [AUTH-30] [AUTH-31] [AUTH-32] [AUTH-34] [GAP-01] say what is wrong', () => {
    const told = (['blacklist', 'names', 'match', 'strength', 'account-name'] as const).map((check) => {
      const { title, description } = checkMessage(check, t)
      return `${title}: ${description}`
    })
    expect(told).toEqual([
      'Registration not allowed: Sign up with this email domain is not permitted.',
      'Name is required: Please enter both your first and last name.',
      'Passwords do not match: Please make sure your passwords match.',
      'Password too weak: Please create a stronger password that meets more requirements.',
      'Account name is required: As the first user from your domain, please provide an account name.',
    ])
  })
})
