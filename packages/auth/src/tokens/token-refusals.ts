import { errors } from 'jose'
import { z } from 'zod'

/** The reason why a token is refused: its format, its claims, or its time. */
type Refusal = 'undecodable' | 'claims' | 'time'

/**
 * The message is for the bearer, in PostgREST's words. It names the problem of a token that they have, and reveals
 * nothing that the server knows: names of keys are published. Source:
 * https://docs.postgrest.org/en/v14/references/errors.html#group-3-jwt-errors
 */
export class InvalidAccessToken extends Error {
  override name = 'InvalidAccessToken'
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.refusal = refusal
  }
}

export const expired = (options?: ErrorOptions) => new InvalidAccessToken('time', 'JWT expired', options)
export const issuedAhead = () => new InvalidAccessToken('time', 'JWT issued at future')
export const tooLong = () => new InvalidAccessToken('undecodable', "JWT couldn't be decoded")
export const unknownKey = () => new InvalidAccessToken('undecodable', 'No suitable key or wrong key type')

const PARTS = 3

/** Refuses a text that is obviously not a token. */
export function requireParts(token: string): void {
  const parts = token.split('.').length
  if (parts !== PARTS)
    throw new InvalidAccessToken('undecodable', `Expected ${PARTS} parts in JWT; got ${parts}`)
}

/** Converts an error of verification into a refusal; anything else stays as it is. */
export function asRefusal(cause: unknown): unknown {
  if (cause instanceof errors.JWTExpired) return expired({ cause })
  if (cause instanceof errors.JWTClaimValidationFailed) {
    const isEarly = cause.claim === 'nbf' && cause.reason === 'check_failed'
    return new InvalidAccessToken(isEarly ? 'time' : 'claims', claimMessage(cause), { cause })
  }
  if (cause instanceof z.ZodError) return new InvalidAccessToken('claims', 'Parsing claims failed', { cause })
  if (cause instanceof errors.JOSEError)
    return new InvalidAccessToken('undecodable', decodeMessage(cause), { cause })
  return cause
}

function claimMessage({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'invalid') return `The JWT '${claim}' claim must be a number`
  if (claim === 'nbf' && reason === 'check_failed') return 'JWT not yet valid'
  if (claim === 'aud' && reason === 'check_failed') return 'JWT not in audience'
  return 'Parsing claims failed'
}

function decodeMessage(error: errors.JOSEError): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'JWT cryptographic operation failed'
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return 'Wrong or unsupported encoding algorithm'
  return "JWT couldn't be decoded"
}
