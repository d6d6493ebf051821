/** Somebody as a provider knows them. */
export interface ProviderProfile {
  /** The provider's id of the person, which never changes. */
  subject: string
  email: string | null
  /** Whether the provider vouches for the address. */
  emailVerified: boolean
  name: string | null
  avatarUrl: string | null
}

/** What ties the way there to the way back; all derived from the state (see tokens/oauth-state.ts). */
export interface FlowSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** A way to sign in elsewhere. Everything here goes over the network and rejects when that fails. */
export interface Provider {
  /** Where the browser goes to sign in. */
  authorizationUrl(flow: FlowSecrets & { redirectUri: string; scopes: string | null }): Promise<URL>
  /** Who came back; `callback` is the address that the provider sent the browser to. */
  profile(callback: URL, flow: FlowSecrets): Promise<ProviderProfile>
  /** Who an ID token speaks of; null where the provider issues none. Throws for one that is not genuine. */
  profileOfIdToken: ((idToken: string, nonce: string | null) => Promise<ProviderProfile>) | null
}

/** How an operator names a provider that this installation is registered with. */
export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** The OpenID Connect issuer; for GitHub the address of an installation of one's own. null for the usual one. */
  url: string | null
}
