/** What shows, beside the password, that users are who they say: an authenticator app, or a phone. */
export interface SecondFactor {
  id: string
  kind: 'totp' | 'phone'
  name: string
}

/** A second factor that sign-in asks for. */
export interface OwnFactor extends SecondFactor {
  addedAt: Date
}

/** An authenticator app that is being added; it counts once its first code was right. */
export interface NewFactor {
  id: string
  /** The address of a picture to scan. */
  qrCode: string
  /** The same for users who type it. */
  secret: string
}

/** A place where the user is signed in. */
export interface OwnSession {
  id: string
  /** What the browser says that it is; null when it said nothing. */
  userAgent: string | null
  address: string | null
  signedInAt: Date
  lastUsedAt: Date
  isCurrent: boolean
}

/** How the user's own account is guarded. */
export interface SecurityPart {
  /** Those that count, oldest first. */
  factors(): Promise<readonly OwnFactor[]>
  /** Begins to add an app. @throws AccessError `mfa_factor_name_conflict` when the name is taken. */
  beginFactor(name: string): Promise<NewFactor>
  /** Shows the first code. Other sessions end. @throws AccessError `mfa_verification_failed` when it is wrong. */
  finishFactor(id: string, code: string): Promise<void>
  removeFactor(id: string): Promise<void>
  /** How many of the codes that stand in for a lost factor are left. */
  recoveryCodesLeft(): Promise<number>
  /** Ten new ones, told this once; those of before die. */
  newRecoveryCodes(): Promise<readonly string[]>
  /** The latest used first. */
  sessions(): Promise<readonly OwnSession[]>
  endSession(id: string): Promise<void>
  endOtherSessions(): Promise<void>
}
