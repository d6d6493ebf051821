import { changeNeedsSession, otherPasswordAtSignUp, validationFailed } from '../../errors/auth-errors.ts'
import { newPasswordIn } from '../../passwords/new-password.ts'
import { verifierMatches } from '../../rules/pkce.ts'
import { type Confirmed, NOTHING_PROVEN } from '../../store/confirmation.ts'
import type { FoundToken } from '../../store/one-time-tokens.ts'
import { findSignUps, type PendingSignUp } from '../../store/pending-sign-ups.ts'
import type { Statements } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { hasSecondFactor, type SignedIn } from '../shared/signed-in.ts'

/** The proofs that a user sends along with a link or a code. */
export interface Shown {
  /** The network that sends the request. */
  asker: string
  /** The caller, where they are signed in. */
  caller: SignedIn | null
  /** PKCE verifier of this browser. */
  codeVerifier: string | null
  /** The password of the sign-up, entered once more. */
  password: string | null
  /** A new password in place of the one of the sign-up. */
  newPassword: string | null
}

/**
 * The proof that is needed beside the link or code: the password of the sign-up, a session of the account, or nothing
 * more.
 */
export type Needed = 'password' | 'session' | 'nothing'

/** The proof that a token still needs, given the verifier of this browser. */
export async function neededFor(
  { settings }: Services,
  sql: Statements,
  token: FoundToken,
  codeVerifier: string | null,
): Promise<Needed> {
  if (settings.linksProveAll ?? false) return 'nothing'
  if (isEmailChange(token)) return provesFlow(token, codeVerifier) ? 'nothing' : 'session'
  if (token.signUpId === null) return 'nothing'
  const signUps = await findSignUps(sql, token.userId)
  const signUp = signUpOf(token, signUps)
  if (signUp === null || signUp.passwordHash === null || signUp.isTrusted) return 'nothing'
  return signUpOfBrowser(signUps, codeVerifier) === null ? 'password' : 'nothing'
}

/**
 * The part of the sign-up that a confirmation stores: its names, and its password only as far as it is proven. A link
 * does not prove who requested the mail, so the password counts where it was typed in this very browser (the verifier
 * proves it), where the user who redeems the link enters it or sets a new one, or where the operator chose it. Throws
 * `invalid_credentials`, `weak_password` or `validation_failed`.
 */
export async function confirmedBy(services: Services, token: FoundToken, shown: Shown): Promise<Confirmed> {
  const typed = shown.password !== null || shown.newPassword !== null
  if (token.signUpId === null) {
    if (typed) throw validationFailed('A password can only be proven with the confirmation of a sign-up')
    return NOTHING_PROVEN
  }
  const signUps = await services.database.statement((sql) => findSignUps(sql, token.userId))
  const here = signUpOfBrowser(signUps, shown.codeVerifier)
  const signUp = here ?? signUpOf(token, signUps)
  if (signUp === null) return NOTHING_PROVEN
  const { metadata, id: signUpId } = signUp
  if (typed) return { metadata, signUpId, passwordHash: await typedPassword(services, signUp, shown) }
  const isProven = here !== null || signUp.isTrusted || (services.settings.linksProveAll ?? false)
  return { metadata, signUpId, passwordHash: isProven ? signUp.passwordHash : null }
}

async function typedPassword(
  services: Services,
  { passwordHash }: PendingSignUp,
  { asker, password, newPassword }: Shown,
): Promise<string | null> {
  if (password !== null && newPassword !== null) {
    throw validationFailed('Either the password of the sign-up or a new one should be provided, not both')
  }
  if (newPassword !== null) {
    return services.passwords.hash(await newPasswordIn(services, newPassword, 'atChange'), asker)
  }
  if (!(await services.passwords.matches(password ?? '', passwordHash, asker))) throw otherPasswordAtSignUp()
  return passwordHash
}

/**
 * A change of address happens only where the account itself requests it: in a session of it, or in the browser that
 * began the change. Otherwise a stranger's account would take over the address of the user who opens the link. Throws
 * `no_authorization`.
 */
export function requireOwnAccount({ settings }: Services, token: FoundToken, shown: Shown): void {
  if (!isEmailChange(token) || (settings.linksProveAll ?? false)) return
  if (!isOwnSession(token, shown.caller) && !provesFlow(token, shown.codeVerifier)) throw changeNeedsSession()
}

/** Whether the caller is signed in as the user of the token, second factor included. */
export function isOwnSession(token: FoundToken, caller: SignedIn | null): caller is SignedIn {
  if (caller === null || caller.account.user.id !== token.userId) return false
  return caller.session.aal !== 'aal1' || !hasSecondFactor(caller.account)
}

export function isEmailChange({ type }: FoundToken): boolean {
  return type === 'email_change_token_new' || type === 'email_change_token_current'
}

function provesFlow({ challenge }: FoundToken, codeVerifier: string | null): boolean {
  return challenge !== null && codeVerifier !== null && verifierMatches(codeVerifier, challenge)
}

function signUpOf({ signUpId }: FoundToken, signUps: readonly PendingSignUp[]): PendingSignUp | null {
  return signUps.find(({ id }) => id === signUpId) ?? null
}

/** The sign-up that was made in this browser, whichever of the links was opened in it: the mailbox is the same. */
function signUpOfBrowser(
  signUps: readonly PendingSignUp[],
  codeVerifier: string | null,
): PendingSignUp | null {
  if (codeVerifier === null) return null
  return (
    signUps.find(({ challenge }) => challenge !== null && verifierMatches(codeVerifier, challenge)) ?? null
  )
}
