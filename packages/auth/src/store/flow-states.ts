import type { CodeChallenge } from '../rules/pkce.ts'
import type { Transaction } from './transaction.ts'

/** The only kind so far: a browser that signed up, and may finish signing in once the address is confirmed. */
export const EMAIL_SIGN_UP = 'email/signup'

/** For how long a code can be exchanged. */
const CODE_LIFETIME_MINUTES = 5

/** Remembers the challenge of a browser that asked for a mail. */
export async function insertFlowState(
  tx: Transaction,
  flow: { userId: string; challenge: CodeChallenge },
): Promise<void> {
  await tx`
    insert into auth.flow_state (user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (${flow.userId}, ${flow.challenge.method}, ${flow.challenge.challenge}, 'email', ${EMAIL_SIGN_UP})`
}

/** Gives out a code for the browser that asked last. False when none did. */
export async function issueAuthCode(tx: Transaction, userId: string, codeHash: string): Promise<boolean> {
  const rows = await tx`
    update auth.flow_state
    set auth_code = ${codeHash}, auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${EMAIL_SIGN_UP} and auth_code is null
      order by created_at desc
      limit 1
    )
    returning id`
  return rows.length > 0
}

export interface FlowStateRow {
  id: string
  user_id: string
  code_challenge: string
  authentication_method: string
  expired: boolean
}

/** The flow with this code, locked: of several who exchange it at once, the later ones find it gone. */
export async function lockFlowState(tx: Transaction, codeHash: string): Promise<FlowStateRow | null> {
  const [row] = await tx<FlowStateRow[]>`
    select
      id, user_id, code_challenge, authentication_method,
      auth_code_issued_at <= now() - make_interval(mins => ${CODE_LIFETIME_MINUTES}) as expired
    from auth.flow_state
    where auth_code = ${codeHash} and user_id is not null and code_challenge is not null
    for update`
  return row ?? null
}

export async function deleteFlowState(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.flow_state where id = ${id}`
}
