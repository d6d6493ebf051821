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
  profile(callback: URL, flow: FlowSecrets): Promise<ProviderProfile>
  /** The user that an ID token names; null where the provider issues none. Throws for a token that is not genuine. */
  profileOfIdToken: ((idToken: string, nonce: string | null) => Promise<ProviderProfile>) | null
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
