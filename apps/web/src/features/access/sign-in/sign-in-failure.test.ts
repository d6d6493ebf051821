import { AccessError, RateLimited } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import i18n, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInFailure } from './sign-in-failure.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18n.init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

describe('the toast for a failed sign-in', () => {
  it('[AUTH-62] carries the message', () => {
    const error = new AccessError(phrase('Invalid login credentials'), { kind: 'invalid' })
    expect(signInFailure(error, t)).toEqual({
      variant: 'destructive',
      title: 'Error signing in',
      description: 'Invalid login credentials',
    })
  })

  it('[AUTH-56] [AUTH-57] [AUTH-58] [GAP-02] says how many minutes to wait, and only that', () => {
    const told = [1, 60, 61, 900].map((seconds) => signInFailure(new RateLimited(seconds), t).description)
    expect(told).toEqual([
      'Please wait 1 minute before trying again.',
      'Please wait 1 minute before trying again.',
      'Please wait 2 minutes before trying again.',
      'Please wait 15 minutes before trying again.',
    ])
    expect(signInFailure(new RateLimited(60), t)).toMatchObject({
      variant: 'destructive',
      title: 'Too many failed attempts',
    })
  })

  it('names the request of a failure that nobody can explain', () => {
    const broken = new AccessError(phrase('Something went wrong on the server.'), {
      kind: 'unknown',
      requestId: 'r7',
    })
    expect(signInFailure(broken, t).description).toBe('Something went wrong on the server. Request r7')
    expect(signInFailure(new Error('secret detail'), t).description).toBe(
      'Something went wrong. Please try again.',
    )
  })
})
