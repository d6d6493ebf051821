import type { FactorType } from '../model/account.ts'
import type { AuthErrorCode } from './codes.ts'

export interface AuthErrorDetails {
  /** For `weak_password`: the missing requirements, in the words of the protocol. */
  weakPasswordReasons?: readonly WeakPasswordReason[]
  /** The seconds until the caller may retry. */
  retryAfterSeconds?: number
  /** For a wrong method: the allowed ones. */
  allow?: readonly string[]
  /** For the log, never for the caller. */
  cause?: unknown
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/** A refusal with all that the caller learns. Created only by the functions below and those beside this file. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly code: AuthErrorCode
  readonly details: AuthErrorDetails

  constructor(status: number, code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.status = status
    this.code = code
    this.details = details
  }
}

// The request itself

export const badJson = () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message)
export const bodyTooLarge = (maxBytes: number) =>
  new AuthError(413, 'request_entity_too_large', `Request body too large (max ${maxBytes} bytes)`)
export const pathNotFound = () => new AuthError(404, 'not_found', 'There is nothing at this path')
export const methodNotAllowed = (allow: readonly string[]) =>
  new AuthError(405, 'method_not_allowed', 'This path does not answer this method', { allow })
export const unsupportedGrantType = () => new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')

export const captchaFailed = (reason: string) =>
  new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)

export const web3Disabled = () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')

// The caller

export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badJwt = (cause: unknown) =>
  new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature', { cause })
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const sessionUnknown = () => new AuthError(404, 'session_not_found', 'There is no such session')
/** `status`: 400 where a grant is asked for, 403 where a session or a link is used. */
export const userBanned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned')
export const adminOnly = () => new AuthError(403, 'not_admin', 'User not allowed')
export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const notAdmin = () =>
  new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')

// Signing up and confirming

export const signupDisabled = () =>
  new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
export const anonymousDisabled = () =>
  new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
export const phoneDisabled = () =>
  new AuthError(400, 'phone_provider_disabled', 'Phone numbers are not supported')
/** Returned only where a sign-up signs in at once: there the response reveals it anyway. */
export const userAlreadyExists = () => new AuthError(422, 'user_already_exists', 'User already registered')
export const weakPassword = (message: string, reasons: readonly WeakPasswordReason[]) =>
  new AuthError(422, 'weak_password', message, { weakPasswordReasons: reasons })
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const tokenExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const otherPasswordAtSignUp = () =>
  invalidCredentials('This is not the password that was chosen at sign-up')
export const changeNeedsSession = () =>
  new AuthError(
    401,
    'no_authorization',
    'To confirm a change of address, sign in to its account and open the link there',
  )
export const confirmationFailed = (cause: unknown) =>
  new AuthError(500, 'unexpected_failure', 'Error confirming user', { cause })

// Signing in and staying so

export const invalidCredentials = (message = 'Invalid login credentials') =>
  new AuthError(400, 'invalid_credentials', message)
/** Returned only to a caller who sends the very password of the sign-up: to others the account has no password. */
export const passwordNotProven = () =>
  new AuthError(
    400,
    'password_not_proven',
    "This password was never confirmed, because the email of the sign-up was opened elsewhere. Set a new one with 'Forgot password?'.",
  )
export const phoneNotConfirmed = () => new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
export const emailNotConfirmed = () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
export const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshTokenAlreadyUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const sessionExpired = () =>
  new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
export const flowStateExpired = () =>
  new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
export const badCodeVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')

// Changing the user's own account

export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.')
export const passwordUsedBefore = (remembered: number) =>
  new AuthError(
    422,
    'same_password',
    `New password should be different from your last ${remembered} passwords.`,
  )
export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'The current password is not right.')
export const reauthenticationNeeded = () =>
  new AuthError(
    400,
    'reauthentication_needed',
    'To change the password, send the current one or sign in again first.',
  )
/** A change that outlives a session, or that locks others out, needs more than a session that a user left open. */
export const proofNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Send the current password, or sign in again first.')
export const reauthenticationNotValid = () =>
  new AuthError(422, 'reauthentication_not_valid', 'Verification code invalid or expired.')
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

export const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')

// Second factors

/** `status`: the status of Supabase Auth in this place. */
export const secondFactorNeeded = (status: 401 | 403 | 422, message: string) =>
  new AuthError(status, 'insufficient_aal', message)
export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
export const factorNameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  )
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of enrolled factors reached, unenroll to continue',
  )
export const phoneFactorsDisabled = () =>
  new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
export const keyFactorsDisabled = () =>
  new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
export const phoneFactorExists = () =>
  new AuthError(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  )
export const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const challengeExpired = () =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  )
const WRONG_FACTOR: Readonly<Record<FactorType, string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn response',
}
export const wrongFactorCode = (type: FactorType) =>
  new AuthError(422, 'mfa_verification_failed', WRONG_FACTOR[type])

// Other providers

export const providerNotEnabled = () =>
  new AuthError(400, 'provider_disabled', 'Unsupported provider: provider is not enabled')
export const badOAuthState = () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
export const badOAuthCallback = (cause: unknown) =>
  new AuthError(400, 'bad_oauth_callback', 'The provider did not confirm the sign-in', { cause })
export const trialNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'The trial has expired, or was begun elsewhere')
export const badIdToken = (cause: unknown) =>
  new AuthError(400, 'validation_failed', 'Bad ID token', { cause })
export const providerEmailMissing = (provider: string) =>
  new AuthError(422, 'provider_email_missing', `${provider} gave no email address`)
export const providerEmailNeedsVerification = (provider: string) =>
  new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
export const manualLinkingDisabled = () =>
  new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const identityTaken = (bySameUser: boolean) =>
  new AuthError(
    422,
    'identity_already_exists',
    bySameUser ? 'Identity is already linked' : 'Identity is already linked to another user',
  )
export const identityNotFound = () => new AuthError(404, 'identity_not_found', "Identity doesn't exist")
export const lastIdentity = () =>
  new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')

// Limits and trouble

export const mailTooSoon = (retryAfterSeconds: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
export const smsTooSoon = (retryAfterSeconds: number) =>
  new AuthError(
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  )
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds })
export const unavailable = (retryAfterSeconds: number, cause: unknown) =>
  new AuthError(503, 'service_unavailable', 'The service is busy or restarting, please try again', {
    retryAfterSeconds,
    cause,
  })
export const mayBeDone = (retryAfterSeconds: number, cause: unknown) =>
  new AuthError(
    503,
    'service_unavailable',
    'The change was made, but the standby has not confirmed it: look whether it is there before you repeat it',
    { retryAfterSeconds, cause },
  )
export const unexpectedFailure = (cause: unknown) =>
  new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    {
      cause,
    },
  )
/** A trigger of the product refused the change, in its own words. */
export const userIsReferenced = (cause: Error) =>
  new AuthError(409, 'conflict', 'Rows of other tables name this user: delete or change those first.', {
    cause,
  })
export const refusedByProduct = (message: string) => new AuthError(409, 'conflict', message)
/** A hook of the product refused the request, in its own words. */
export const refusedByHook = (status: number, message: string) => new AuthError(status, 'unknown', message)
