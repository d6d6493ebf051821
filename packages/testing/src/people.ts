import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'

/** The password of every arranged person. */
export const PASSWORD = 'Correct-Horse-9'
/** Its bcrypt hash at the least cost, so that a sign-in takes a millisecond. */
const QUICK_HASH = '$2a$04$4oo8BHRjNsSDtqR/NLRbtO6gDVRL4B4x8ZP7937qOeOQXuVv99nCG'
/** Its hash at the cost that the product uses, for measurements of sign-ins. */
export const REAL_HASH = '$2a$10$80sJFuvQtPwQARfBNooygOTlLbu.1wBfBRc6XI9l0rhYpMaGCggTy'

export type Level = 'viewer' | 'user' | 'manager' | 'admin'

interface NewPerson {
  email: string
  name: string
  level?: Level
  passwordHash?: string
}

export interface ArrangedPerson {
  id: string
  email: string
  name: string
}

/**
 * Puts a confirmed person into a database by the back door; the product's own trigger then provisions them by their
 * domain. The first person of a domain stays its admin; the others are given `level` instead of the level viewer.
 */
export async function arrangePerson(
  admin: postgres.Sql,
  { email, name, level, passwordHash = QUICK_HASH }: NewPerson,
): Promise<ArrangedPerson> {
  const id = randomUUID()
  await admin.begin(async (tx) => {
    await tx`
      insert into auth.users (
        id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      )
      values (
        ${id}, 'authenticated', 'authenticated', ${email}, ${passwordHash}, now(),
        ${tx.json({ provider: 'email', providers: ['email'] })}, ${tx.json({ name })}, now(), now()
      )`
    await tx`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (${id}, ${id}, ${tx.json({ sub: id, email, email_verified: true })}, 'email', now(), now())`
    if (level !== undefined) {
      await tx`update public.account_members set permission_level = ${level} where user_id = ${id}`
    }
  })
  return { id, email, name }
}

/** Gives every person without a password one, so that they can sign in. */
export async function givePasswords(admin: postgres.Sql): Promise<void> {
  const people = await admin<{ id: string; email: string }[]>`
    update auth.users
    set aud = 'authenticated', role = 'authenticated', encrypted_password = ${QUICK_HASH},
      raw_app_meta_data = ${admin.json({ provider: 'email', providers: ['email'] })}, created_at = now(), updated_at = now()
    where encrypted_password is null
    returning id, email`
  for (const { id, email } of people) {
    await admin`
      insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (${id}, ${id}, ${admin.json({ sub: id, email, email_verified: true })}, 'email', now(), now())`
  }
}
