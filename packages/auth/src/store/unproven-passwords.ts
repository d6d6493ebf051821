import type { Statements, Transaction } from './transaction.ts'

/**
 * Keeps the password of the sign-up that is confirmed now without it (`signUpId`; of the latest one where what was redeemed
 * belongs to none), so that a sign-in can say why it is refused. Comes before the sign-ups are deleted.
 */
export async function keepUnprovenPassword(
  tx: Transaction,
  userId: string,
  signUpId: string | null,
): Promise<void> {
  await tx`
    with typed as (
      select coalesce((
        select s.password_hash from auth.pending_sign_ups s
        where s.user_id = u.id and s.password_hash is not null
        order by s.id is not distinct from ${signUpId}::uuid desc, s.created_at desc
        limit 1
      ), u.encrypted_password) as password_hash
      from auth.users u where u.id = ${userId}
    )
    insert into auth.unproven_passwords (user_id, password_hash)
    select ${userId}, password_hash from typed where password_hash is not null
    on conflict (user_id) do update set password_hash = excluded.password_hash, created_at = now()`
}

/** Whether the user has no password because that of their sign-up was not proven. */
export async function hasUnprovenPassword(sql: Statements, userId: string): Promise<boolean> {
  const rows = await sql`
    select from auth.unproven_passwords p join auth.users u on u.id = p.user_id
    where p.user_id = ${userId} and u.encrypted_password is null`
  return rows.count > 0
}

/** The user has a password that counts. */
export async function forgetUnprovenPassword(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from auth.unproven_passwords where user_id = ${userId}`
}
