import { AccessError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { Access, SessionChange, UserSession } from '@cairn/workspace/port/access'

/** Fails a test that asks for something which it has not scripted. */
const unscripted = (what: string) => async (): Promise<never> => {
  throw new Error(`The test has not said what ${what} answers.`)
}

/** A refusal of the server, in its own words. */
export function accessRefusal(message: string, code: string | null = null): AccessError {
  return new AccessError(asPhrase(message), { kind: 'refused', code })
}

/** The access of a test, with what happens to the session in this tab or another. */
interface ScriptedAccess extends Access {
  announce: (change: SessionChange) => void
}

/** The way in for tests: this session is there, and nothing else answers unless a test says how. */
export function scriptedAccess(session: UserSession | null, answers: Partial<Access> = {}): ScriptedAccess {
  const listeners = new Set<(change: SessionChange) => void>()
  const announce = (change: SessionChange) => {
    for (const listener of listeners) listener(change)
  }
  return {
    announce,
    restore: async () => session,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signOut: async () => announce({ event: 'signed-out' }),
    keptLanguage: async () => null,
    keepLanguage: async () => undefined,
    keepTimeZone: async () => undefined,
    keepFirstStepsHidden: async () => undefined,
    takeCallbackError: () => null,
    domainStatus: async () => ({ blacklisted: false, first: true }),
    signInMethods: async () => ({ providers: [], singleSignOn: false, passkeys: false }),
    passkeys: {
      addPasskey: unscripted('addPasskey'),
      signInWithPasskey: unscripted('signInWithPasskey'),
      offerPasskeys: async () => null,
      verifyKey: unscripted('verifyKey'),
    },
    invitations: {
      inspect: unscripted('inspect'),
      needsSso: async () => false,
      recipient: unscripted('recipient'),
      accept: unscripted('accept'),
    },
    signIn: unscripted('signIn'),
    challengeFactor: unscripted('challengeFactor'),
    verifyFactor: unscripted('verifyFactor'),
    signUp: unscripted('signUp'),
    resendConfirmation: unscripted('resendConfirmation'),
    sendCode: unscripted('sendCode'),
    redeemCode: unscripted('redeemCode'),
    inspectLink: unscripted('inspectLink'),
    confirm: unscripted('confirm'),
    setPassword: unscripted('setPassword'),
    signInWithProvider: unscripted('signInWithProvider'),
    signInWithSso: unscripted('signInWithSso'),
    ...answers,
  }
}
