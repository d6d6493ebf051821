/** Data that clients keep with an account, such as names and pictures. */
export type Metadata = Record<string, unknown>

/** A user as the protocol shows them. The password hash is not included, so it cannot slip into an answer. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  confirmation_sent_at: Date | null
  confirmed_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  created_at: Date
  updated_at: Date
  banned_until: Date | null
  is_anonymous: boolean
  is_sso_user: boolean
}

export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
  email: string | null
}

/** An authenticator app, a phone, or a key that signs. */
export type FactorType = 'totp' | 'phone' | 'webauthn'

/** A factor as its owner sees it. */
export interface FactorRow {
  id: string
  friendly_name: string | null
  factor_type: FactorType
  status: 'unverified' | 'verified'
  phone: string | null
  created_at: Date
  updated_at: Date
}

/** A user, their identities and their second factors. */
export interface Account {
  user: UserRow
  factors: readonly FactorRow[]
  identities: readonly IdentityRow[]
}
