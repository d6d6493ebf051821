export type OAuthAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** The metadata that a client provides about itself. */
export interface OAuthClientMetadata {
  name: string
  uri: string | null
  logoUri: string | null
  redirectUris: readonly string[]
  grantTypes: readonly string[]
  scope: string | null
  authMethod: OAuthAuthMethod
}

/** A program that may ask people for access. */
export interface OAuthClient extends OAuthClientMetadata {
  /** The ID of its row. */
  id: string
  /** The ID that the client uses: the address of its metadata document, or its row's ID. */
  clientId: string
  /**
   * How the client was registered: by the operator; by itself, so that nobody vouches for it; by its address, which
   * vouches for it.
   */
  registration: 'manual' | 'dynamic' | 'document'
  secretHash: string | null
  metadataReadAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The request of a client for a person's consent. */
export interface OAuthAuthorization {
  id: string
  client: OAuthClient
  /** The person who first looked at it. */
  userId: string | null
  status: 'pending' | 'approved' | 'denied'
  redirectUri: string
  scopes: readonly string[]
  state: string | null
  nonce: string | null
  audience: string
  challenge: string
  asksAgain: boolean
  isExpired: boolean
}
