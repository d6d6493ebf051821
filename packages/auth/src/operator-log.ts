import type { Statements } from '@cairn/postgres/pool/privileged'

/** An operator's use of a command. */
export interface OperatorAct {
  command: string
  /** The user of the operating system who ran it. */
  by: string
  /** The affected person; null where it affects nobody, or many. */
  userId: string | null
  /** Further details; never a secret. */
  traits: Readonly<Record<string, string>>
}

/** Writes to the operator's log, in the transaction that the entry describes. */
export async function noteOperatorAct(
  sql: Statements,
  { command, by, userId, traits }: OperatorAct,
): Promise<void> {
  const payload = {
    action: 'operator_command',
    actor_id: null,
    actor_via_sso: false,
    user_id: userId,
    traits: { command, by, ...traits },
  }
  await sql`insert into auth.audit_log_entries (payload) values (${JSON.stringify(payload)}::text::jsonb)`
}
