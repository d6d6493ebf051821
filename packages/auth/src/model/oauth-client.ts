export type OAuthAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** What a client says of itself. */
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
  /** Its row. */
  id: string
  /** What it calls itself: the address of its metadata document, or its row's id. */
  clientId: string
  /** Who vouches for it: the operator; nobody, since it came by itself; its address. */
  registration: 'manual' | 'dynamic' | 'document'
  secretHash: string | null
  metadataReadAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** What a client asked a person for. */
export interface OAuthAuthorization {
  id: string
  client: OAuthClient
  /** Who first looked at it. */
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
