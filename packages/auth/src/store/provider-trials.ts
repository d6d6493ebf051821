import type { Transaction } from './transaction.ts'

/** For how long a user may take to sign in with the provider and to read the answer. */
const LIFETIME_MINUTES = 15

export interface NewTrial {
  sessionId: string
  provider: string
  stateHash: string
  redirectTo: string
}

/** A trial whose browser came back from the provider. */
export interface Trial {
  id: string
  provider: string
  redirectTo: string
}

export async function insertTrial(tx: Transaction, trial: NewTrial): Promise<void> {
  await tx`
    insert into auth.provider_trials (session_id, provider, state_hash, redirect_to)
    values (${trial.sessionId}, ${trial.provider}, ${trial.stateHash}, ${trial.redirectTo})`
}

/** The trial that a state belongs to. Uses the state up. */
export async function resumeTrial(tx: Transaction, stateHash: string): Promise<Trial | null> {
  const [row] = await tx<Trial[]>`
    update auth.provider_trials set state_hash = null
    where state_hash = ${stateHash} and created_at > now() - make_interval(mins => ${LIFETIME_MINUTES})
    returning id, provider, redirect_to as "redirectTo"`
  return row ?? null
}

/** Keeps what the provider said for the browser that gets the code. */
export async function keepAnswer(
  tx: Transaction,
  { id, codeHash, answer }: { id: string; codeHash: string; answer: object },
): Promise<void> {
  await tx`
    update auth.provider_trials set code_hash = ${codeHash}, answer = ${JSON.stringify(answer)}::text::jsonb
    where id = ${id}`
}

/** The answer of the trial that this session began, for the code that its browser got. Deletes the trial. */
export async function takeAnswer(
  tx: Transaction,
  { sessionId, codeHash }: { sessionId: string; codeHash: string },
): Promise<{ provider: string; answer: unknown } | null> {
  const [row] = await tx<{ provider: string; answer: unknown }[]>`
    delete from auth.provider_trials
    where code_hash = ${codeHash} and session_id = ${sessionId}
      and created_at > now() - make_interval(mins => ${LIFETIME_MINUTES})
    returning provider, answer`
  return row ?? null
}
