import type { Statements } from './transaction.ts'

/**
 * Whether the user of a session signed in, or typed their password, within ten minutes. The rule is in the database, where
 * the product asks for it too (migration 0033).
 *
 * `messagesCount` says whether a sign-in by mail or SMS counts in any case. It does for a new password, which is what a
 * recovery link is for. Otherwise it counts where the user has no password: a reader of the mailbox who sets a new password
 * ends all other sessions, and the owner notices; a passkey or a token would change nothing for them, and a second factor
 * would lock them out.
 */
export async function isRecentlyProven(
  sql: Statements,
  sessionId: string,
  { messagesCount = null }: { messagesCount?: boolean | null } = {},
): Promise<boolean> {
  const [row] = await sql<[{ proven: boolean }]>`
    select auth.is_recently_proven(${sessionId}, ${messagesCount}) as proven`
  return row.proven
}

/** The user of a session has typed their password in it: it counts like a sign-in of now. */
export async function notePassword(sql: Statements, sessionId: string): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, 'password')
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`
}
