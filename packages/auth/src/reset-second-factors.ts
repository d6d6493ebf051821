import type { Language } from '@cairn/delivery/port/language'
import type { MailQueue } from '@cairn/delivery/port/messages'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { queueChangeMail } from './change-mail.ts'
import { replaceRecoveryCodes } from './store/recovery-codes.ts'
import { factorAsRows } from './store/security-changes.ts'
import { deleteSessionsOf } from './store/sessions.ts'

interface Telling {
  mail: Pick<MailQueue, 'enqueueNotice'>
  language: Language
}

/**
 * Removes all second factors and recovery codes of a user, as an operator does for somebody who lost theirs, and ends their
 * sessions. The mail about it undoes it: who asked the operator may have been another one. Returns how many there were.
 */
export async function resetSecondFactors(sql: Statements, userId: string, telling: Telling): Promise<number> {
  const [owner] = await sql<{ email: string | null; is_sso_user: boolean }[]>`
    select email, is_sso_user from auth.users where id = ${userId} for update`
  const factors = await sql<{ id: string; verified: boolean }[]>`
    select id, status = 'verified' as verified from auth.mfa_factors where user_id = ${userId} order by created_at, id`
  for (const { id, verified } of factors) {
    if (!verified || !owner?.email || owner.is_sso_user) continue
    const change = { kind: 'factor_removed', subjectId: id, removed: await factorAsRows(sql, id) } as const
    await queueChangeMail(sql, change, { ...telling, userId, to: owner.email, clientAddress: null })
  }
  await sql`delete from auth.mfa_factors where user_id = ${userId}`
  await replaceRecoveryCodes(sql, userId, [])
  await deleteSessionsOf(sql, userId)
  return factors.length
}
