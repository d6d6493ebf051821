import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { JoiningPart } from '@cairn/workspace/port/joining'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import type { FindCaller } from './membership.ts'

const placementAnswer = z.object({
  waiting_for: z.nullable(z.string()),
  invitations: z.array(
    z.object({
      id: z.string(),
      account_name: z.string(),
      inviter_name: z.nullable(z.string()),
      permission_level: z.enum(LEVELS),
    }),
  ),
  domain: z.nullable(
    z.object({
      domain: z.string(),
      account_name: z.nullable(z.string()),
      suggested_name: z.string(),
      needs_admission: z.boolean(),
    }),
  ),
  former_account: z.nullable(z.string()),
})
const acceptAnswer = z.object({ success: z.boolean(), error: z.nullable(z.string()) })
const newcomerRows = z.array(
  z.object({ user_id: z.string(), name: z.string(), email: z.string(), waiting_since: z.string() }),
)

/** How people come into accounts, as the server's procedures have it. */
export function createJoining(connect: Connect, findCaller: FindCaller): JoiningPart {
  return { ...createPlacement(connect), ...createAdmission(connect, findCaller) }
}

function createPlacement(
  connect: Connect,
): Pick<JoiningPart, 'placement' | 'acceptInvitation' | 'joinDomain'> {
  return {
    async placement() {
      const answer = await ask(connect, (supabase) => supabase.rpc('get_my_placement'), placementAnswer)
      const { domain } = answer
      return {
        waitingFor: answer.waiting_for,
        invitations: answer.invitations.map((row) => ({
          id: row.id,
          accountName: row.account_name,
          inviterName: row.inviter_name,
          level: row.permission_level,
        })),
        domain: domain && {
          domain: domain.domain,
          accountName: domain.account_name,
          suggestedName: domain.suggested_name,
          needsAdmission: domain.needs_admission,
        },
        formerAccount: answer.former_account,
      }
    },

    async acceptInvitation(id) {
      const { success, error } = await ask(
        connect,
        (supabase) => supabase.rpc('accept_my_invitation', { invitation_id_param: id }),
        acceptAnswer,
      )
      if (!success) throw new WorkspaceError(asPhrase(error ?? 'Something went wrong.'), { kind: 'conflict' })
    },

    async joinDomain(accountName) {
      const args = accountName === null ? {} : { account_name_param: accountName }
      const account = await ask(
        connect,
        (supabase) => supabase.rpc('join_account_of_my_domain', args),
        z.nullable(z.string()),
      )
      return account !== null
    },
  }
}

function createAdmission(
  connect: Connect,
  findCaller: FindCaller,
): Pick<JoiningPart, 'newcomers' | 'setAdmission' | 'admit' | 'refuse'> {
  return {
    async newcomers() {
      const { accountId } = await findCaller()
      const [account, waiting] = await Promise.all([
        ask(
          connect,
          (supabase) =>
            supabase.from('accounts').select('newcomers_need_admission').eq('id', accountId).single(),
          z.object({ newcomers_need_admission: z.boolean() }),
        ),
        ask(connect, (supabase) => supabase.rpc('get_waiting_newcomers'), newcomerRows),
      ])
      return {
        needAdmission: account.newcomers_need_admission,
        waiting: waiting.map(({ user_id, name, email, waiting_since }) => ({
          id: user_id,
          name,
          email,
          waitingSince: new Date(waiting_since),
        })),
      }
    },

    async setAdmission(needed) {
      await ask(connect, (supabase) => supabase.rpc('set_newcomer_admission', { needed }), z.unknown())
    },

    async admit(id) {
      await ask(connect, (supabase) => supabase.rpc('admit_newcomer', { target_user_id: id }), z.unknown())
    },

    async refuse(id) {
      await ask(connect, (supabase) => supabase.rpc('refuse_newcomer', { target_user_id: id }), z.unknown())
    },
  }
}
