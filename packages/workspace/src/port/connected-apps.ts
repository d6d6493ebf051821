/** A program that a person lets act for them, or that asks for it. */
export interface AppIdentity {
  /** As it calls itself. */
  clientId: string
  /** As it names itself: nobody has checked that. */
  name: string
  /** The host whose owner runs it, as far as that is certain; null otherwise. */
  host: string | null
  /** Whether the operator of this server added it. */
  isVerified: boolean
}

/** What an app asks a person for. */
export interface AppRequest {
  kind: 'asked'
  app: AppIdentity
  /** Who is asked. */
  email: string
  /** What it may do afterwards. */
  scopes: readonly string[]
  /** Where the browser goes with the answer. */
  redirectUri: string
}

/** Where the browser goes on, with the answer in the address. */
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
  /** Ends all that the app was given, at once. */
  disconnectApp(clientId: string): Promise<void>
  /**
   * What an app asks for, or the answer where the user gave it before. From now on nobody else can decide about it.
   * @throws AccessError `oauth_authorization_not_found` when it has expired or somebody else has looked at it.
   */
  appRequest(id: string): Promise<AppRequest | AppAnswer>
  decideAppRequest(id: string, decision: 'approve' | 'deny'): Promise<AppAnswer>
}
