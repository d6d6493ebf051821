/** What a user shows at sign-in beside the password: the code of an authenticator app, or of an SMS. */
export interface SecondFactor {
  id: string
  kind: 'totp' | 'phone'
  name: string
}

/** A second factor that sign-in asks for. */
export interface OwnFactor extends SecondFactor {
  addedAt: Date
}

/** An authenticator app that is being added; it counts once its first code has been verified. */
export interface NewFactor {
  id: string
  /** The address of a picture to scan. */
  qrCode: string
  /** The same, to be typed. */
  secret: string
}

/** A session of the user, on this device or another one. */
export interface OwnSession {
  id: string
  /** The `User-Agent` of the browser; null when it sent none. */
  userAgent: string | null
  address: string | null
  signedInAt: Date
  lastUsedAt: Date
  isCurrent: boolean
}

/** Second factors, recovery codes and sessions of the signed-in user. */
export interface SecurityPart {
  /** The verified ones, oldest first. */
  factors(): Promise<readonly OwnFactor[]>
  /** Begins to add an app. @throws AccessError `mfa_factor_name_conflict` when the name is taken. */
  beginFactor(name: string): Promise<NewFactor>
  /** Verifies the first code; other sessions end. @throws AccessError `mfa_verification_failed` when it is wrong. */
  finishFactor(id: string, code: string): Promise<void>
  removeFactor(id: string): Promise<void>
  /** The number of recovery codes that are left. */
  recoveryCodesLeft(): Promise<number>
  /** Makes ten new codes, which are given this once; earlier ones stop working. */
  newRecoveryCodes(): Promise<readonly string[]>
  /** The latest used first. */
  sessions(): Promise<readonly OwnSession[]>
  endSession(id: string): Promise<void>
  endOtherSessions(): Promise<void>
}
