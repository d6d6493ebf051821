import type { Statements } from '@cairn/postgres/pool/privileged'

/** What an operator did with a command. */
export interface OperatorAct {
  command: string
  /** The user of the operating system that gave it. */
  by: string
  /** The person it is about; null where it is about none, or about many. */
  userId: string | null
  /** What else is worth knowing; never a secret. */
  traits: Readonly<Record<string, string>>
}

/** Writes to the operator's log, in the transaction that does what it says. */
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
