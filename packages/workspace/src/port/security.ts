import type { ConnectedAppsPart } from './connected-apps.ts'
import type { GroupRulesPart } from './group-rules.ts'
import type { ProviderTrialsPart } from './provider-trials.ts'

/** A proof at sign-in beside the password: the code of an app or of an SMS, or a key that signs. */
export interface SecondFactor {
  id: string
  kind: 'totp' | 'phone' | 'webauthn'
  name: string
}

/** A second factor that sign-in asks for. */
export interface OwnFactor extends SecondFactor {
  addedAt: Date
  /** The time of its last use. Adding it counts as a use. */
  lastUsedAt: Date
}

/** An authenticator app that is being added; it counts once its first code has been verified. */
export interface NewFactor {
  id: string
  /** The address of a picture to scan. */
  qrCode: string
  /** The same secret, to be typed. */
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

/** A key in a device or a password manager of the user, which signs in without a password. */
export interface Passkey {
  id: string
  name: string
  addedAt: Date
  /** Null until it was used to sign in. */
  lastUsedAt: Date | null
}

/** A passkey or a factor to add; with the password where the server asks for it. */
export interface NewWayIn {
  name: string
  password: string | null
}

/** Whether connected apps and API tokens keep working when sessions end. */
export interface KeptPrograms {
  keepsPrograms: boolean
}

/** The passkeys of the signed-in user. */
export interface PasskeysPart {
  /** The oldest first; null where the server knows no passkeys. */
  passkeys(): Promise<readonly Passkey[] | null>
  /**
   * Has the browser make a passkey and adds it. Returns null where the user closed the browser's dialog.
   * @throws AccessError `reauthentication_needed` for a sign-in longer ago than ten minutes and no password,
   * `current_password_invalid`, `webauthn_credential_exists`, `passkeys_unsupported`.
   */
  addPasskey(input: NewWayIn): Promise<Passkey | null>
  renamePasskey(id: string, name: string): Promise<void>
  /** Removes a passkey. The sessions that began with it end. */
  removePasskey(id: string): Promise<void>
}

/** Passkeys, second factors, recovery codes, sessions and connected apps of the signed-in user. */
export interface SecurityPart extends PasskeysPart {
  /** Apps that act for the user. */
  readonly apps: ConnectedAppsPart
  /** Trial sign-ins of an admin at providers. */
  readonly trials: ProviderTrialsPart
  /** For admins: what groups of providers mean. */
  readonly groups: GroupRulesPart
  /** The verified ones, oldest first. */
  factors(): Promise<readonly OwnFactor[]>
  /**
   * Begins to add an app. @throws AccessError `mfa_factor_name_conflict` when the name is taken, `reauthentication_needed` and
   * `current_password_invalid` as for a passkey.
   */
  beginFactor(input: NewWayIn): Promise<NewFactor>
  /** Verifies the first code; other sessions end. @throws AccessError `mfa_verification_failed` when it is wrong. */
  finishFactor(id: string, code: string): Promise<void>
  /**
   * Has the browser make a key and adds it as a factor; other sessions end. Returns false where the user closed the
   * browser's dialog. @throws AccessError as for an app, `webauthn_credential_exists`, `passkeys_unsupported`.
   */
  addKey(input: NewWayIn): Promise<boolean>
  removeFactor(id: string): Promise<void>
  /** The number of recovery codes that are left. */
  recoveryCodesLeft(): Promise<number>
  /** Makes ten new codes, which are given this once; earlier ones stop working. */
  newRecoveryCodes(): Promise<readonly string[]>
  /** The sessions, the latest used first. */
  sessions(): Promise<readonly OwnSession[]>
  endSession(id: string): Promise<void>
  /** Ends all other sessions, and also apps and API tokens unless they are kept. */
  endOtherSessions(options: KeptPrograms): Promise<void>
  /**
   * Verifies the user's password, which counts as a new sign-in for ten minutes.
   * @throws AccessError `current_password_invalid`.
   */
  prove(password: string): Promise<void>
}
