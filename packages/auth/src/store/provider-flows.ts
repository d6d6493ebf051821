import { z } from 'zod'
import type { ProviderProfile } from '../providers/provider.ts'
import type { CodeChallenge } from '../rules/pkce.ts'
import type { Transaction } from './transaction.ts'

/** For how long a user may take to sign in with the provider. */
const LIFETIME_MINUTES = 15

export interface NewProviderFlow {
  provider: string
  method: 'oauth' | 'sso/saml'
  stateHash: string
  challenge: CodeChallenge | null
  redirectTo: string
  linkingUserId: string | null
}

export interface ProviderFlow {
  id: string
  provider: string
  redirectTo: string
  usesPkce: boolean
  linkingUserId: string | null
}

export async function insertProviderFlow(tx: Transaction, flow: NewProviderFlow): Promise<void> {
  await tx`
    insert into auth.flow_state (
      provider_type, authentication_method, state_hash, code_challenge_method, code_challenge, redirect_to,
      linking_user_id
    ) values (
      ${flow.provider}, ${flow.method}, ${flow.stateHash}, ${flow.challenge?.method ?? null},
      ${flow.challenge?.challenge ?? null}, ${flow.redirectTo}, ${flow.linkingUserId}
    )`
}

/** The flow that a state belongs to. Uses the state up. */
export async function resumeProviderFlow(tx: Transaction, stateHash: string): Promise<ProviderFlow | null> {
  const [row] = await tx<ProviderFlow[]>`
    update auth.flow_state
    set state_hash = null, updated_at = now()
    where state_hash = ${stateHash} and created_at > now() - make_interval(mins => ${LIFETIME_MINUTES})
    returning
      id, provider_type as provider, redirect_to as "redirectTo", code_challenge is not null as "usesPkce",
      linking_user_id as "linkingUserId"`
  return row ?? null
}

/** Issues a code with which the browser that began the flow signs in as this user. */
export async function issueProviderCode(
  tx: Transaction,
  flow: {
    id: string
    userId: string
    codeHash: string
    pending: ProviderProfile | null
    ssoNotAfter?: Date | null
  },
): Promise<void> {
  const pending = flow.pending === null ? null : JSON.stringify(flow.pending)
  await tx`
    update auth.flow_state
    set
      user_id = ${flow.userId}, auth_code = ${flow.codeHash}, auth_code_issued_at = now(),
      pending_identity = ${pending}::text::jsonb, sso_not_after = ${flow.ssoNotAfter ?? null}, updated_at = now()
    where id = ${flow.id}`
}

const profileSchema = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  name: z.string().nullable(),
  avatarUrl: z.string().nullable(),
})

/** The identity that will be linked when the browser exchanges its code; null where there is none. */
export async function findPendingIdentity(
  tx: Transaction,
  flowId: string,
): Promise<{ provider: string; profile: ProviderProfile } | null> {
  const [row] = await tx<{ provider: string; pending: unknown }[]>`
    select provider_type as provider, pending_identity as pending from auth.flow_state
    where id = ${flowId} and pending_identity is not null`
  return row === undefined ? null : { provider: row.provider, profile: profileSchema.parse(row.pending) }
}
