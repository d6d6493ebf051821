/** A user as a provider knows them. */
export interface ProviderProfile {
  /** The provider's ID of the user, which never changes. */
  subject: string
  email: string | null
  /** Whether the provider vouches for the address. */
  emailVerified: boolean
  name: string | null
  avatarUrl: string | null
}

/** The rule by which an address counts as verified, or does not. */
export type EmailRule =
  /** The provider gave no address. */
  | 'no_address'
  /** The operator vouches for each address. */
  | 'trust_email'
  /** The provider says so, or does not. */
  | 'email_verified'
  /** Google: the address is of Google or of a Workspace domain, or is not. */
  | 'google_domain'
  /** Microsoft: one tenant signs in, which vouches for its addresses. */
  | 'tenant'
  /** Microsoft: several tenants sign in, and nothing is said of this address. */
  | 'several_tenants'
  /** Microsoft: the tenant owns the domain, or does not. */
  | 'xms_edov'
  /** GitHub: the primary address was proven there, or was not. */
  | 'github'

/** The answer of a provider about the user who returned. */
export interface ProviderAnswer {
  profile: ProviderProfile
  /** By which rule `profile.emailVerified` was decided. */
  emailRule: EmailRule
  /** As the provider sent them. */
  claims: Readonly<Record<string, unknown>>
}

/**
 * The values that tie a callback to its authorization request; all derived from the state (see tokens/oauth-state.ts).
 */
export interface FlowSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** An external provider. Every method goes over the network and rejects when that fails. */
export interface Provider {
  /** The address at which the browser signs in. */
  authorizationUrl(flow: FlowSecrets & { redirectUri: string; scopes: string | null }): Promise<URL>
  /** The user who returned; `callback` is the address to which the provider redirected the browser. */
  answer(callback: URL, flow: FlowSecrets): Promise<ProviderAnswer>
  /** The user that an ID token names; null where the provider issues none. Throws for a token that is not genuine. */
  answerInIdToken: ((idToken: string, nonce: string | null) => Promise<ProviderAnswer>) | null
}

/** A provider that this installation is registered with, as the operator configures it. */
export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** The OpenID Connect issuer; for GitHub the address of a GitHub Enterprise Server. null for the usual address. */
  url: string | null
  /** Whether each address that it gives counts as verified. Without it, only those that the provider vouches for. */
  trustEmail?: boolean
}
