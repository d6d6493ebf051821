import { AccountMissing, GuestModeError, NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FailureWords, failureToast } from './failure-toast.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18next.createInstance().init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  })
})

const words: FailureWords = {
  title: 'Error',
  says: (reason) => `Failed to create agent: ${reason}`,
  signedOutTitle: 'Authentication Error',
}

describe('failureToast', () => {
  test('[AGT-16, AUTO-18] puts the reason into the sentence', () => {
    const error = new WorkspaceError(phrase('Not on a Sunday.'), { kind: 'refused' })
    expect(failureToast(error, words, t)).toEqual({
      title: 'Error',
      description: 'Failed to create agent: Not on a Sunday.',
      variant: 'destructive',
    })
  })

  test('[AGT-13, AUTO-15, DIS-28] tells somebody who is signed out what for', () => {
    const error = new NotSignedIn(phrase('You must be logged in to create an agent.'))
    expect(failureToast(error, words, t)).toMatchObject({
      title: 'Authentication Error',
      description: 'You must be logged in to create an agent.',
    })
  })

  test('[AGT-12, AUTO-14, DIS-28] tells somebody without an account what is missing, and nothing else', () => {
    expect(failureToast(new AccountMissing(null), words, t)).toMatchObject({
      description: 'User or account information is missing',
    })
  })

  test('[GAP-08] tells guests that nothing is kept', () => {
    expect(failureToast(new GuestModeError(phrase('Agents')), words, t)).toEqual({
      title: 'Guest Mode',
      description: "Agents aren't saved in guest mode. Please sign up for full access.",
    })
  })
})
