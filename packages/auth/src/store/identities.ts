import type { IdentityRow } from '../model/account.ts'
import type { ProviderProfile } from '../providers/provider.ts'
import type { Transaction } from './transaction.ts'

/** The id of the user with this identity; locked. */
export async function findIdentityOwner(
  tx: Transaction,
  { provider, subject }: { provider: string; subject: string },
): Promise<string | null> {
  const [row] = await tx<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${subject} for update`
  return row?.user_id ?? null
}

/** Stores the identities of a new user. */
export async function insertIdentities(tx: Transaction, identities: readonly IdentityRow[]): Promise<void> {
  for (const identity of identities) {
    await tx`
      insert into auth.identities (
        id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      ) values (
        ${identity.id}, ${identity.provider_id}, ${identity.user_id},
        ${JSON.stringify(identity.identity_data)}::text::jsonb, ${identity.provider}, ${identity.last_sign_in_at},
        ${identity.created_at}, ${identity.updated_at}
      )`
  }
}

/** Adds an identity to a user, or updates it, and stores that it was used. */
export async function saveIdentity(
  tx: Transaction,
  userId: string,
  { provider, profile }: { provider: string; profile: ProviderProfile },
): Promise<void> {
  const data = {
    sub: profile.subject,
    ...(profile.email === null ? {} : { email: profile.email, email_verified: profile.emailVerified }),
    ...(profile.name === null ? {} : { name: profile.name, full_name: profile.name }),
    ...(profile.avatarUrl === null ? {} : { avatar_url: profile.avatarUrl }),
  }
  await tx`
    insert into auth.identities (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (
      ${profile.subject}, ${userId}, ${JSON.stringify(data)}::text::jsonb, ${provider}, now(), now(), now()
    )
    on conflict (provider_id, provider) do update
    set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()
    where identities.user_id = excluded.user_id`
  await updateProviderNames(tx, userId)
}

/** The same for single sign-on, with what the identity provider says about the user. */
export async function saveSsoIdentity(
  tx: Transaction,
  userId: string,
  { provider, subject, data }: { provider: string; subject: string; data: Record<string, unknown> },
): Promise<void> {
  await tx`
    insert into auth.identities (
      provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (
      ${subject}, ${userId}, ${JSON.stringify(data)}::text::jsonb, ${provider}, now(), now(), now()
    )
    on conflict (provider_id, provider) do update
    set identity_data = excluded.identity_data, last_sign_in_at = now(), updated_at = now()
    where identities.user_id = excluded.user_id`
}

/** Deletes an identity, and with the identity of the e-mail address the password. */
export async function deleteIdentity(
  tx: Transaction,
  identity: { id: string; userId: string; provider: string },
): Promise<void> {
  await tx`delete from auth.identities where id = ${identity.id} and user_id = ${identity.userId}`
  if (identity.provider === 'email') {
    await tx`update auth.users set encrypted_password = null, updated_at = now() where id = ${identity.userId}`
  }
  await updateProviderNames(tx, identity.userId)
}

/** Updates the providers that app_metadata names from the user's identities. */
export async function updateProviderNames(tx: Transaction, userId: string): Promise<void> {
  await tx`
    update auth.users u
    set
      raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
        'provider', coalesce(named.providers ->> 0, 'email'), 'providers', named.providers
      ),
      updated_at = now()
    from (
      select coalesce(jsonb_agg(i.provider order by i.first_at), '["email"]') as providers
      from (
        select provider, min(created_at) as first_at from auth.identities where user_id = ${userId} group by provider
      ) i
    ) named
    where u.id = ${userId}`
}
