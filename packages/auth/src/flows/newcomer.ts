import { randomUUID } from 'node:crypto'
import type { Metadata } from '../rules/metadata.ts'
import type { Account } from '../store/users.ts'

/** Somebody new, as stored and as shown. What they say about themselves never overrides what is known. */
export function makeNewcomer(
  { email, data, id = randomUUID() }: { email: string; data: Metadata; id?: string },
  now: Date,
): Account {
  const profile = { ...data, sub: id, email, email_verified: false, phone_verified: false }
  return {
    user: {
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      email_confirmed_at: null,
      invited_at: null,
      phone: null,
      phone_confirmed_at: null,
      confirmation_sent_at: now,
      confirmed_at: null,
      recovery_sent_at: null,
      email_change: null,
      email_change_sent_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: profile,
      created_at: now,
      updated_at: now,
      banned_until: null,
      is_anonymous: false,
    },
    factors: [],
    identities: [
      {
        id: randomUUID(),
        provider_id: id,
        user_id: id,
        identity_data: profile,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
  }
}
