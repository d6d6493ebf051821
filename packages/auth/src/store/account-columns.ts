import type { Account, FactorRow, IdentityRow, UserRow } from '../model/account.ts'
import type { Statements } from './transaction.ts'

/** A row whose dates were serialized as JSON. */
type Travelled<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], Date> | string : Row[Name]
}

/** The columns of {@link accountColumns} for a user. */
export interface AccountRow extends UserRow {
  identities: readonly Travelled<IdentityRow>[]
  factors: readonly Travelled<FactorRow>[]
}

/** The creation date of a user. A user who was moved here by hand may have none: then it is the oldest known date. */
const createdAt = (sql: Statements) =>
  sql`coalesce(u.created_at, u.confirmed_at, u.last_sign_in_at, u.updated_at, to_timestamp(0))`

/** All shown fields of the user `u`, in one statement: identities and factors are selected as JSON. */
export function accountColumns(sql: Statements) {
  return sql`
    u.id, coalesce(u.aud, '') as aud, coalesce(u.role, '') as role, u.email, u.email_confirmed_at, u.invited_at, u.phone,
    u.phone_confirmed_at, u.phone_change, u.phone_change_sent_at, u.confirmation_sent_at, u.confirmed_at,
    u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.last_sign_in_at,
    coalesce(u.raw_app_meta_data, '{}') as raw_app_meta_data,
    coalesce(u.raw_user_meta_data, '{}') as raw_user_meta_data,
    ${createdAt(sql)} as created_at, coalesce(u.updated_at, ${createdAt(sql)}) as updated_at, u.banned_until, u.is_anonymous, u.is_sso_user,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'provider_id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email
      ) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = u.id
    ) as identities,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'phone', f.phone, 'created_at', f.created_at, 'updated_at', f.updated_at
      ) order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = u.id
    ) as factors`
}

export function toAccount({ identities, factors, ...user }: AccountRow): Account {
  return {
    user,
    identities: identities.map((identity) => ({
      ...identity,
      last_sign_in_at: identity.last_sign_in_at === null ? null : new Date(identity.last_sign_in_at),
      created_at: new Date(identity.created_at),
      updated_at: new Date(identity.updated_at),
    })),
    factors: factors.map((factor) => ({
      ...factor,
      created_at: new Date(factor.created_at),
      updated_at: new Date(factor.updated_at),
    })),
  }
}
