import { z } from 'zod'
import type { EmailRule, ProviderAnswer, ProviderProfile } from './provider.ts'

/** The claims of a user that we read. */
export const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  /** Google: the Workspace domain whose administrators vouch for the user. */
  hd: z.string().optional(),
  /** Microsoft: whether the owner of the address's domain vouches for it, in several spellings. */
  xms_edov: z.unknown().optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  picture: z.string().optional(),
})

type Claims = z.output<typeof claimsSchema>

/** An issuer of claims, as the operator configured it. */
export interface Issuer {
  /** The name of the provider. */
  name: string
  url: string
  /** Whether the operator trusts each address that it gives. */
  trustEmail: boolean
}

/**
 * The profile that an issuer provides about a user. An address counts as verified only where the issuer still vouches
 * for it, or the operator does.
 */
export function profileOf(claims: Claims, issuer: Issuer): ProviderProfile {
  return answerOf(claims, issuer).profile
}

/** The same with the claims, and the rule that decided on the address. */
export function answerOf(claims: Claims, issuer: Issuer): ProviderAnswer {
  const { rule, verified } = judgeAddress(claims, issuer)
  return {
    profile: {
      subject: claims.sub,
      email: claims.email ?? null,
      emailVerified: verified,
      name: nameIn(claims),
      avatarUrl: claims.picture ?? null,
    },
    emailRule: rule,
    claims,
  }
}

/** The name, or given and family name where the provider has no other. */
function nameIn({ name, given_name: given, family_name: family }: Claims): string | null {
  return [name, [given, family].filter(Boolean).join(' ')].find((text) => text?.trim()) ?? null
}

interface Verdict {
  rule: EmailRule
  verified: boolean
}

function judgeAddress(claims: Claims, { name, url, trustEmail }: Issuer): Verdict {
  if (claims.email === undefined) return { rule: 'no_address', verified: false }
  if (trustEmail) return { rule: 'trust_email', verified: true }
  const verified = claims.email_verified === true || claims.email_verified === 'true'
  if (verified && isGoogle(url)) return { rule: 'google_domain', verified: isGoogles(claims) }
  if (verified || name !== 'azure') return { rule: 'email_verified', verified }
  return judgeTenant(claims, url)
}

/**
 * Whether a tenant of Microsoft vouches for the address. Entra ID says nothing of addresses of its tenant unless it is
 * set up to. Tokens of several tenants say it in `xms_edov`, or their addresses may be anybody's.
 * Source: https://learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization
 */
function judgeTenant({ email_verified: verified, xms_edov: owned }: Claims, url: string): Verdict {
  if (owned !== undefined) {
    return { rule: 'xms_edov', verified: [true, 1, '1', 'true'].some((yes) => yes === owned) }
  }
  if (verified !== undefined) return { rule: 'email_verified', verified: false }
  const isOfSeveral = /^\/(?:common|organizations|consumers)(?:\/|$)/.test(new URL(url).pathname)
  return isOfSeveral ? { rule: 'several_tenants', verified: false } : { rule: 'tenant', verified: true }
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
