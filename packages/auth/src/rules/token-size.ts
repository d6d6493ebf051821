import type { Metadata } from '../model/account.ts'
import type { AccessTokenClaims } from '../model/claims.ts'

/**
 * With header and signature, and in base64, this makes a token of fewer than 4,096 characters: many proxies accept no
 * longer header.
 */
const MAX_BYTES = 2_850

/**
 * The claims that clients show of a user before they request more, the most needed first. Policies read none of them.
 */
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
 * The claims as they are when they are small. Otherwise `user_metadata` is reduced to the user's names and picture, as
 * far as they fit: users write it themselves, so it may be of any size, and it is available at `/user` in full. Nothing
 * else is left out: policies may read it. `app_metadata`, which only the operator writes, is refused where it would not
 * fit (`appMetadataProblem`); the metadata in a moved database stays whole, and makes its tokens longer.
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
