/** A program that acts for a person, or that asks to. */
export interface AppIdentity {
  /** The ID by which the app identifies itself. */
  clientId: string
  /** The name that the app gives itself, which is unverified. */
  name: string
  /** The host whose owner runs it, as far as that is certain; null otherwise. */
  host: string | null
  /** Whether the operator of this server added it. */
  isVerified: boolean
}

/** The access that an app requests from a person. */
export interface AppRequest {
  kind: 'asked'
  app: AppIdentity
  /** The address of the person who is asked. */
  email: string
  /** The permissions that the app gets. */
  scopes: readonly string[]
  /** The address to which the browser returns with the answer. */
  redirectUri: string
}

/** The address at which the browser continues, with the answer in it. */
export interface AppAnswer {
  kind: 'decided'
  redirectUrl: string
}

export interface ConnectedApp {
  app: AppIdentity
  scopes: readonly string[]
  connectedAt: Date
  /** Null where it has no access at the moment. */
  lastUsedAt: Date | null
}

/** The apps of the signed-in user. */
export interface ConnectedAppsPart {
  /** The latest first; null where the server knows no apps. */
  connectedApps(): Promise<readonly ConnectedApp[] | null>
  /** Revokes all access of the app at once. */
  disconnectApp(clientId: string): Promise<void>
  /**
   * The request of an app, or the answer where the user has given it before. From now on only this user can decide
   * about it.
   * @throws AccessError `oauth_authorization_not_found` when it has expired or another user has opened it.
   */
  appRequest(id: string): Promise<AppRequest | AppAnswer>
  decideAppRequest(id: string, decision: 'approve' | 'deny'): Promise<AppAnswer>
}
