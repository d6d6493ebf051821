import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { callbackErrorToast } from './callback-error-toast.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

const told = (code: string, description = '') => callbackErrorToast({ code, description }, t).description

describe('[CLIENT-10] [GAP-28] a sign-in with a provider that came back without success', () => {
  it('shows our own words where we know the reason', () => {
    expect(callbackErrorToast({ code: 'access_denied', description: 'user_denied_scope' }, t)).toEqual({
      variant: 'destructive',
      title: 'Error signing in',
      description: 'The sign-in was cancelled or refused. Try again, or sign in another way.',
    })
    expect(told('bad_oauth_state')).toBe(told('flow_state_expired'))
    expect(told('otp_expired')).toBe(
      'This link has already been used or is too old. Please request a new one.',
    )
  })

  it('shows the words of the refusal otherwise, as far as there are any', () => {
    expect(told('hook_error', 'Sign up with this email domain is not permitted.')).toBe(
      'Sign up with this email domain is not permitted.',
    )
    expect(told('unknown')).toBe('Something went wrong. Please try again.')
  })

  it('shows words that an attacker could put into the address in one line of limited length', () => {
    expect(told('unknown', 'Call\n\u202eus\u0000 now')).toBe('Call us now')
    expect(told('unknown', 'x'.repeat(5_000))).toHaveLength(201)
  })
})
