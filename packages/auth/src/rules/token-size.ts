import type { Metadata } from '../model/account.ts'
import type { AccessTokenClaims } from '../model/claims.ts'

/** With header and signature, and in base64, a token of fewer than 4,096 characters: many proxies take no longer header. */
const MAX_BYTES = 2_850

/** What clients show of a user before they ask for more, the most wanted first. Policies read none of it. */
const NAMES = [
  'name',
  'full_name',
  'first_name',
  'last_name',
  'preferred_username',
  'user_name',
  'email',
  'email_verified',
  'phone_verified',
  'avatar_url',
  'picture',
]

/**
 * The claims as they are when they are small. Otherwise those in which `user_metadata` is only the user's names and
 * picture, as far as they fit: users write it themselves, so it may be of any size, and it is read at `/user` in full.
 * Nothing else is left out: policies may read it. `app_metadata`, which only the operator writes, is refused where it
 * would not fit (`appMetadataProblem`); what a moved database brought along stays whole, and its tokens are as long as that.
 */
export function withinTokenSize(claims: AccessTokenClaims): AccessTokenClaims {
  if (sizeOf(claims) <= MAX_BYTES) return claims
  let kept: Metadata = {}
  for (const name of NAMES) {
    const value = claims.user_metadata[name]
    const more = value === undefined ? kept : { ...kept, [name]: value }
    if (sizeOf({ ...claims, user_metadata: more }) <= MAX_BYTES) kept = more
  }
  return { ...claims, user_metadata: kept }
}

function sizeOf(claims: AccessTokenClaims): number {
  return Buffer.byteLength(JSON.stringify(claims))
}
