import { z } from 'zod'
import type { ProviderProfile } from './provider.ts'

/** The claims of a user that we read. */
export const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  /** Google: the Workspace domain whose administrators vouch for the user. */
  hd: z.string().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
})

type Claims = z.output<typeof claimsSchema>

/**
 * The profile that an issuer provides about a user. An address counts as verified only where the issuer still vouches
 * for it.
 */
export function profileOf(claims: Claims, issuer: string): ProviderProfile {
  const saidToBeVerified = claims.email_verified === true || claims.email_verified === 'true'
  return {
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: saidToBeVerified && (!isGoogle(issuer) || isGoogles(claims)),
    name: claims.name ?? null,
    avatarUrl: claims.picture ?? null,
  }
}

function isGoogle(issuer: string): boolean {
  return new URL(issuer).hostname === 'accounts.google.com'
}

/**
 * Whether Google vouches for the address. A Google account can have an address of another provider. Google verified it
 * once, and keeps saying so when its user has long left the company. It vouches for its own addresses and for those of
 * its Workspace domains. Source: https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isGoogles({ email = '', hd }: Claims): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return ['gmail.com', 'googlemail.com'].includes(domain) || hd?.toLowerCase() === domain
}
