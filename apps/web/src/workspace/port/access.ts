import type { Person } from '../port.ts'
import type { SecondFactor } from './security.ts'

/** A user with a session. */
export interface Arrival {
  person: Person
  /** One of these is still to be shown, and until then the server gives nothing out; empty for a user who is fully signed in. */
  askedFactors: readonly SecondFactor[]
}

export type AccessChange =
  | { event: 'signed-in' | 'updated'; person: Person }
  | { event: 'second-factor-asked'; person: Person; factors: readonly SecondFactor[] }
  | { event: 'signed-out' }

/** `accountName` is null for all but the first user of a domain. */
export interface SignUpInput {
  email: string
  password: string
  firstName: string
  lastName: string
  accountName: string | null
}

/** What a mail with a code was asked for. */
export type CodePurpose = 'sign-in' | 'recovery'

/** The ways to sign in here beside the password. */
export interface SignInWays {
  /** Names of providers: 'google', 'github'. */
  providers: readonly string[]
  /** Whether organisations can bring an identity provider of their own. */
  singleSignOn: boolean
}

/** What a mail link brought: a session, or half a change of address, which the other mailbox completes. */
type Confirmed = 'signed-in' | 'half-changed'

/** Signing up, in and out. Methods throw `AccessError` unless they say otherwise. */
export interface Access extends MailAccess, ProviderAccess {
  /** Who has a session from before, or null. Never throws: a session that cannot be read counts as none. */
  restore(): Promise<Arrival | null>
  /** Hears about every later change, whichever tab it comes from. Returns how to stop listening. */
  onChange(listener: (change: AccessChange) => void): () => void
  /** @throws RateLimited when too many attempts failed; AccessError with the server's message otherwise. */
  signIn(input: { email: string; password: string }): Promise<void>
  signUp(input: SignUpInput): Promise<void>
  signOut(): Promise<void>
  /** Asks for a code of the factor, which a phone gets as a message; gives the challenge to answer. */
  challengeFactor(factorId: string): Promise<string>
  /** Shows the second factor by its code, or by a recovery code. Without a challenge it asks for one first. */
  showFactor(input: { factorId: string; challengeId: string | null; code: string }): Promise<void>
  /** Sets a new password; every other session of the person ends. */
  setPassword(password: string): Promise<void>
  /** What the sign-up form must know about a domain. @throws WorkspaceError */
  domainStatus(domain: string): Promise<{ blacklisted: boolean; first: boolean }>
}

/** Links and codes by mail. No answer tells whether an address is known. */
export interface MailAccess {
  resendConfirmation(email: string): Promise<void>
  /** Mails a code and a link. */
  sendCode(purpose: CodePurpose, email: string): Promise<void>
  /** Redeems the code of such a mail and signs in. */
  redeemCode(purpose: CodePurpose, input: { email: string; code: string }): Promise<void>
  /** Redeems the token hash of a mail link. */
  confirm(input: { tokenHash: string; type: string }): Promise<Confirmed>
}

/** Signing in elsewhere. `returnTo` is the path to come back to. */
export interface ProviderAccess {
  /** Asks the server once. Never throws: without an answer there are none. */
  ways(): Promise<SignInWays>
  /** Leaves this page for the provider. */
  continueWith(provider: string, returnTo: string): Promise<void>
  /** Leaves this page for the identity provider of an organisation. */
  continueWithDomain(domain: string, returnTo: string): Promise<void>
  /** Why a sign-in elsewhere came back without success; once. Null when none did. */
  takeRefusal(): AccessRefusal | null
}

export interface AccessRefusal {
  /** What went wrong, for programs: 'access_denied'. */
  code: string
  /** The same in the words of the provider that refused; may be empty. */
  description: string
}
