import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { JoiningPart } from '@cairn/workspace/port/joining'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { z } from 'zod/mini'
import { ask, askJson, askOrNull, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { refusalText } from '../client/refusal-text.ts'
import { moment, renamed } from '../rows/renamed.ts'
import type { FindCaller } from './membership.ts'

const placementAnswer = renamed({
  waitingFor: z.nullable(z.string()),
  invitations: z.array(
    renamed({
      id: z.string(),
      accountName: z.string(),
      inviterName: z.nullable(z.string()),
      permissionLevel: z.enum(LEVELS),
    }),
  ),
  domain: z.nullable(
    renamed({
      domain: z.string(),
      accountName: z.nullable(z.string()),
      suggestedName: z.string(),
      needsAdmission: z.boolean(),
    }),
  ),
  formerAccount: z.nullable(z.string()),
})
const acceptAnswer = z.object({ success: z.boolean(), error: z.nullable(z.string()), refusal: refusalText })
const newcomerRows = z.array(
  renamed({ userId: z.string(), name: z.string(), email: z.string(), waitingSince: moment }),
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
      const answer = await askJson(connect, (supabase) => supabase.rpc('get_my_placement'), placementAnswer)
      const invitations = answer.invitations.map(({ permissionLevel: level, ...row }) => ({ ...row, level }))
      return { ...answer, invitations }
    },

    async acceptInvitation(id) {
      const { success, error, refusal } = await askJson(
        connect,
        (supabase) => supabase.rpc('accept_my_invitation', { invitation_id_param: id }),
        acceptAnswer,
      )
      if (!success) {
        const message = asPhrase(error ?? 'Something went wrong.')
        throw new WorkspaceError(message, { kind: 'conflict', refusal })
      }
    },

    async joinDomain(accountName) {
      const args = accountName === null ? {} : { account_name_param: accountName }
      const account = await askOrNull(connect, (supabase) => supabase.rpc('join_account_of_my_domain', args))
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
        ask(connect, (supabase) =>
          supabase.from('accounts').select('newcomers_need_admission').eq('id', accountId).single(),
        ),
        askJson(connect, (supabase) => supabase.rpc('get_waiting_newcomers'), newcomerRows),
      ])
      return {
        needAdmission: account.newcomers_need_admission,
        waiting: waiting.map(({ userId: id, ...person }) => ({ ...person, id })),
      }
    },

    async setAdmission(needed) {
      await tell(connect, (supabase) => supabase.rpc('set_newcomer_admission', { needed }))
    },

    async admit(id) {
      await tell(connect, (supabase) => supabase.rpc('admit_newcomer', { target_user_id: id }))
    },

    async refuse(id) {
      await tell(connect, (supabase) => supabase.rpc('refuse_newcomer', { target_user_id: id }))
    },
  }
}
