import type { InvitationAccess } from './invitation-access.ts'
import type { KeptPrograms, PasskeysPart, SecondFactor } from './security.ts'
import type { Person } from './workspace.ts'

/** The session of a user, as far as the app needs it. */
export interface UserSession {
  person: Person
  /**
   * The second factors of which one must be verified before the server grants any access; empty where none is missing.
   */
  requiredFactors: readonly SecondFactor[]
}

export type SessionChange =
  | { event: 'signed-in' | 'updated'; person: Person }
  | { event: 'second-factor-required'; person: Person; factors: readonly SecondFactor[] }
  | { event: 'signed-out' }

/** Signing up, in and out. Methods throw `AccessError` unless they say otherwise. */
export interface Access extends SessionAccess, SignInAccess, SignUpAccess, MailAccess, ProviderAccess {
  /** Returns the facts about a domain that the sign-up form needs. @throws WorkspaceError */
  domainStatus(domain: string): Promise<{ blacklisted: boolean; first: boolean }>
  /** Asks the server once. Never throws: without a response there are no methods. */
  signInMethods(): Promise<SignInMethods>
  passkeys: PasskeyAccess
  invitations: InvitationAccess
}

/** The session of this browser. */
export interface SessionAccess {
  /** The stored session, or null. Never throws: a session that cannot be read counts as none. */
  restore(): Promise<UserSession | null>
  /** Calls the listener for every later change, whichever tab it comes from. Returns how to unsubscribe. */
  onChange(listener: (change: SessionChange) => void): () => void
  signOut(): Promise<void>
  /** The language that is kept with the user of the session, for mails and other browsers; null without one. */
  keptLanguage(): Promise<string | null>
  keepLanguage(language: string): Promise<void>
  /** Keeps the time zone with the user, where another one is kept: mails come in their morning. */
  keepTimeZone(timeZone: string): Promise<void>
  /** Keeps with the user whether their dashboard shows the first steps. */
  keepFirstStepsHidden(hidden: boolean): Promise<void>
  /** The error with which a sign-in at a provider returned, given once; null when there is none. */
  takeCallbackError(): CallbackError | null
}

/** An OAuth error response (RFC 6749, 4.1.2.1), parsed from the address of the page. */
export interface CallbackError {
  /** 'access_denied' */
  code: string
  /** The words of the provider or the auth server; may be empty. */
  description: string
}

/** Signing in with an address, a password and, where one is required, a second factor. */
export interface SignInAccess {
  /** @throws RateLimited when too many attempts failed; AccessError with the server's message otherwise. */
  signIn(input: { email: string; password: string }): Promise<void>
  /** Creates a challenge and gives its id; for a phone the server sends the code by SMS. */
  challengeFactor(factorId: string): Promise<string>
  /** Verifies the factor by its code or a recovery code. Without a challenge it creates one first. */
  verifyFactor(input: { factorId: string; challengeId: string | null; code: string }): Promise<void>
}

/** Passkeys of the user who signs in or has signed in; loaded with the first call. */
export interface PasskeyAccess extends Pick<PasskeysPart, 'addPasskey'> {
  /**
   * Asks the browser for a passkey and signs in with it. With an address, only a passkey of its account is accepted.
   * Returns false where the user closed the browser's dialog.
   * @throws AccessError, `passkeys_unsupported` where this browser or this address of the server cannot have passkeys.
   */
  signInWithPasskey(email: string): Promise<boolean>
  /**
   * Has the browser offer passkeys where it fills in addresses, until the signal. Returns a function that signs in with
   * the chosen passkey; null where none was chosen.
   */
  offerPasskeys(waiting: AbortSignal): Promise<(() => Promise<void>) | null>
  /** Verifies a second factor that is a key. Gives false where the user closed the browser's dialog. */
  verifyKey(factorId: string): Promise<boolean>
}

/** `accountName` is null for everyone but the first user of a domain. */
export interface SignUpInput {
  email: string
  password: string
  firstName: string
  lastName: string
  accountName: string | null
  /** The language of the page; mails are in the same one. */
  language: string
  /** The path of this app that the link of the mail leads to, once the address is confirmed. */
  returnTo: string
}

/** Signing up with an address and a password. */
export interface SignUpAccess {
  signUp(input: SignUpInput): Promise<void>
  /** Mails the confirmation once more. The answer never reveals whether the address is known. */
  resendConfirmation(email: string, returnTo: string): Promise<void>
}

/** The purpose of a mail with a code. */
export type CodePurpose = 'sign-in' | 'recovery'

/** A mail link: its secret, and what it is for. */
export interface MailLink {
  tokenHash: string
  type: string
}

export interface LinkFacts {
  /** The owner of the account that the link is for; null where the server does not say. */
  person: { id: string; email: string } | null
  /** For a change of address: the address that the account gets. */
  newEmail: string | null
  /** The proof that is needed beside the link: the password of the sign-up, a session of the account, or nothing. */
  needed: 'nothing' | 'password' | 'session'
}

/** A password that is typed where a sign-up is confirmed: the one of the sign-up, or a new one in its place. */
export interface TypedPassword {
  kind: 'of-sign-up' | 'new'
  password: string
}

/** The result of a mail link: a session, or a change of address that the other mailbox has yet to confirm. */
type ConfirmResult = 'signed-in' | 'email-change-pending'

/** Links and codes by mail. No answer reveals whether an address is known. */
export interface MailAccess {
  /** Mails a code and a link. */
  sendCode(purpose: CodePurpose, email: string): Promise<void>
  /** Redeems the code of such a mail and signs in. */
  redeemCode(purpose: CodePurpose, input: { email: string; code: string }): Promise<void>
  /** Returns whose link this is and what has to be shown with it. Changes nothing. */
  inspectLink(link: MailLink): Promise<LinkFacts>
  /**
   * Redeems a mail link. A change of address is confirmed in the session of its account. What undoes a change ends apps and
   * API tokens of before too, unless they are kept.
   * @throws AccessError; NotSignedIn for a change of address without a session.
   */
  confirm(link: MailLink, typed: TypedPassword | null, options?: KeptPrograms): Promise<ConfirmResult>
  /** Sets the new password of a user whom a mail signed in; other sessions end, and programs unless they are kept. */
  setPassword(password: string, options: KeptPrograms): Promise<void>
}

/** The ways to sign in beside the password. */
export interface SignInMethods {
  /** Names of providers: 'google', 'github'. */
  providers: readonly string[]
  /** Whether organizations can use their own identity provider. */
  singleSignOn: boolean
  /** Whether the server knows passkeys; the browser may not. */
  passkeys: boolean
}

/** Signing in with a provider. `returnTo` is the path to come back to. */
export interface ProviderAccess {
  /** Leaves this page for the provider. */
  signInWithProvider(provider: string, returnTo: string): Promise<void>
  /** Leaves this page for the identity provider of the organisation that has the domain. */
  signInWithSso(domain: string, returnTo: string): Promise<void>
}
