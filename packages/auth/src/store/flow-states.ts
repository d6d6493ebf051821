import type { CodeChallenge } from '../rules/pkce.ts'
import type { Transaction } from './transaction.ts'

/** The flow that the browser requested, in the protocol's words; it becomes the session's authentication method. */
export type FlowMethod = 'email/signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change'

/** For how long a code can be exchanged. */
const CODE_LIFETIME_MINUTES = 5

/** Stores the challenge of a browser that asked for a mail. Returns the flow's id. */
export async function insertFlowState(
  tx: Transaction,
  flow: { userId: string; challenge: CodeChallenge; method: FlowMethod },
): Promise<string> {
  const [row] = await tx<[{ id: string }]>`
    insert into auth.flow_state (user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
    values (${flow.userId}, ${flow.challenge.method}, ${flow.challenge.challenge}, 'email', ${flow.method})
    returning id`
  return row.id
}

/** The parts of a flow that only the browser that began it proves, when it exchanges the code. */
export interface LeftToProve {
  /** The hash of the password of the sign-up. */
  unprovenPassword?: string | null
  /** Half of a change of address. Its link can be opened again until the exchange uses it up. */
  emailChangeTokenId?: string
}

/** Issues a code for the browser that began the flow. False when the flow is gone. */
export async function issueAuthCode(
  tx: Transaction,
  flowStateId: string,
  codeHash: string,
  { unprovenPassword = null, emailChangeTokenId }: LeftToProve,
): Promise<boolean> {
  const rows = await tx`
    update auth.flow_state
    set
      auth_code = ${codeHash}, auth_code_issued_at = now(), unproven_password = ${unprovenPassword},
      email_change_token_id = ${emailChangeTokenId ?? null}, updated_at = now()
    where id = ${flowStateId} and (auth_code is null or email_change_token_id is not null)
    returning id`
  return rows.length > 0
}

export interface FlowStateRow {
  id: string
  user_id: string
  code_challenge: string
  authentication_method: string
  sso_not_after: Date | null
  unproven_password: string | null
  email_change_token_id: string | null
  expired: boolean
}

/** The flow with this code; locked, so that of several concurrent exchanges only the first finds it. */
export async function lockFlowState(tx: Transaction, codeHash: string): Promise<FlowStateRow | null> {
  const [row] = await tx<FlowStateRow[]>`
    select
      id, user_id, code_challenge, authentication_method, sso_not_after, unproven_password, email_change_token_id,
      auth_code_issued_at <= now() - make_interval(mins => ${CODE_LIFETIME_MINUTES}) as expired
    from auth.flow_state
    where auth_code = ${codeHash} and user_id is not null and code_challenge is not null
    for update`
  return row ?? null
}

export async function deleteFlowState(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.flow_state where id = ${id}`
}
