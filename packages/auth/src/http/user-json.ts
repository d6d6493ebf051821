import type { Account, FactorRow, IdentityRow, UserRow } from '../model/account.ts'

/**
 * A user as clients see them: Supabase Auth's fields in its order. Dates that are not set are left out.
 */
export function userJson({ user, identities, factors }: Account): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...date('email_confirmed_at', user.email_confirmed_at),
    ...date('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...date('phone_confirmed_at', user.phone_confirmed_at),
    ...(user.phone_change ? { new_phone: user.phone_change } : {}),
    ...date('phone_change_sent_at', user.phone_change_sent_at),
    ...date('confirmation_sent_at', user.confirmation_sent_at),
    ...date('confirmed_at', user.confirmed_at),
    ...date('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...date('email_change_sent_at', user.email_change_sent_at),
    ...date('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(factors.length === 0 ? {} : { factors: factors.map(factorJson) }),
    identities: identities.map(identityJson),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...date('banned_until', user.banned_until),
    is_anonymous: user.is_anonymous,
    is_sso_user: user.is_sso_user,
  }
}

/** A factor as clients see it. */
export function factorJson(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name === null ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.phone === null ? {} : { phone: factor.phone }),
  }
}

function identityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...date('last_sign_in_at', identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    ...(identity.email === null ? {} : { email: identity.email }),
  }
}

function date(name: keyof UserRow | keyof IdentityRow, value: Date | null): Record<string, string> {
  return value === null ? {} : { [name]: value.toISOString() }
}
