import type { Reason } from '@cairn/workspace/errors'
import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import {
  INVITATION_STATUSES,
  type Invitation,
  type InvitationsPart,
  type InvitedPeople,
} from '@cairn/workspace/port/invitations'
import { LEVELS } from '@cairn/workspace/port/permission-level'
import { z } from 'zod/mini'
import { logFailure } from '@/lib/log.ts'
import type { FindCaller } from '../account/membership.ts'
import { ask, askJson, tell } from '../client/ask.ts'
import { createAskAuth } from '../client/ask-auth.ts'
import type { Connect } from '../client/client.ts'
import { refusalText } from '../client/refusal-text.ts'
import { moment, renamed } from '../rows/renamed.ts'

const invitationRow = renamed({
  id: z.string(),
  name: z.string(),
  sentTo: z.string(),
  permissionLevel: z.catch(z.enum(LEVELS), 'viewer'),
  inviterName: z.nullable(z.string()),
  status: z.enum(INVITATION_STATUSES),
  createdAt: moment,
  expiresAt: moment,
  endedAt: moment,
})
const invitationLists = renamed({
  active: z.array(invitationRow),
  notSent: z.array(invitationRow),
  notSentInAll: z.number(),
  history: z.array(invitationRow),
  ended: z.number(),
})
const sent = z.object({ id: z.string(), token: z.string() })
const problemRows = z.array(z.object({ email: z.string(), message: z.string(), refusal: refusalText }))
const addressed = z.extend(sent, { email: z.string(), name: z.string() })
const sentToMany = z.object({ invitations: z.array(addressed), problems: problemRows })

interface Mail {
  id: string
  token: string
  email: string
  /** The values that the mail shows and that a new user starts with. */
  data: Record<string, string>
}

/** The invitations of the caller's account. `origin` is that of the page: links lead there. */
export function createInvitations(connect: Connect, findCaller: FindCaller, origin: string): InvitationsPart {
  const linkOf = (token: string) => `${origin}/invitation?${new URLSearchParams({ token })}`
  return {
    async list(historyLimit) {
      const lists = await askJson(
        connect,
        (supabase) => supabase.rpc('get_invitations', { history_limit: historyLimit }),
        invitationLists,
      )
      return {
        active: lists.active.map(invitationOf),
        notInvited: lists.notSent.map(invitationOf),
        notInvitedInAll: lists.notSentInAll,
        history: lists.history.map(invitationOf),
        ended: lists.ended,
      }
    },

    ...createSending(connect, findCaller, createMailer(connect, linkOf)),

    problemsOf: (emails) =>
      askJson(
        connect,
        (supabase) => supabase.rpc('get_invitation_problems', { addresses: [...emails] }),
        problemRows,
      ),

    async revoke(id) {
      await ask(connect, (supabase) =>
        supabase
          .from('pending_invitations')
          .update({ declined_at: new Date().toISOString() })
          .eq('id', id)
          .select('id')
          .single(),
      )
    },

    cleanUp: () => ask(connect, (supabase) => supabase.rpc('cleanup_expired_invitations_enhanced')),

    async link(id) {
      const token = await ask(connect, (supabase) =>
        supabase.rpc('get_invitation_token', { invitation_id_param: id }),
      )
      return linkOf(token)
    },
  }
}

type SendMail = (mail: Mail) => Promise<void>

/** The mail is another request than the invitation: where it fails, the invitation is taken back. */
function createMailer(connect: Connect, linkOf: (token: string) => string): SendMail {
  const askAuth = createAskAuth(connect)
  return async ({ id, token, email, data }) => {
    try {
      await askAuth((auth) =>
        auth.signInWithOtp({ email, options: { emailRedirectTo: linkOf(token), data } }),
      )
    } catch (error) {
      await tell(connect, (supabase) =>
        supabase.rpc('withdraw_invitation', { invitation_id_param: id }),
      ).catch((failure: unknown) => logFailure('taking an invitation back', failure))
      throw error
    }
  }
}

/** The invitations that end in a mail. */
function createSending(
  connect: Connect,
  findCaller: FindCaller,
  mail: SendMail,
): Pick<InvitationsPart, 'send' | 'sendMany' | 'invite' | 'renew'> {
  return {
    async send({ email, name, jobRole, department, permissionLevel }) {
      const accountId = await accountOf(findCaller)
      const invitation = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('invite_member', {
            email_param: email,
            name_param: name,
            job_role_param: jobRole,
            department_param: department,
            permission_level_param: permissionLevel,
          }),
        sent,
      )
      const data = { name, jobRole, department, permissionLevel, invitedByAccountId: accountId }
      await mail({ ...invitation, email, data })
    },

    async sendMany({ people, department, permissionLevel }) {
      const accountId = await accountOf(findCaller)
      const { invitations, problems } = await askJson(
        connect,
        (supabase) =>
          supabase.rpc('invite_members', {
            people: people.map(({ email, name }) => ({ email, name })),
            department_param: department,
            permission_level_param: permissionLevel,
          }),
        sentToMany,
      )
      if (problems.length > 0) return { invited: [], problems, unsent: [] }
      const mails = invitations.map(({ email, name, ...invitation }) => {
        const data = { name, department, permissionLevel, invitedByAccountId: accountId }
        return { ...invitation, email, data }
      })
      return mailAll(mails, mail)
    },

    async invite(ids) {
      const accountId = await accountOf(findCaller)
      const invitations = await askJson(
        connect,
        (supabase) => supabase.rpc('send_invitations', { ids: [...ids] }),
        z.array(addressed),
      )
      const mails = invitations.map((invitation) => ({
        ...invitation,
        data: { name: invitation.name, invitedByAccountId: accountId },
      }))
      return mailAll(mails, mail)
    },

    async renew(invitationId) {
      const accountId = await accountOf(findCaller)
      const { id, token, email, name } = await askJson(
        connect,
        (supabase) => supabase.rpc('renew_invitation', { invitation_id_param: invitationId }),
        addressed,
      )
      await mail({ id, token, email, data: { name, invitedByAccountId: accountId } })
    },
  }
}

async function mailAll(mails: readonly Mail[], send: SendMail): Promise<InvitedPeople> {
  const mailed = await mapInBatches(mails, (mail) =>
    send(mail).then(
      () => ({ email: mail.email, failure: null }),
      (failure: unknown) => ({ email: mail.email, failure }),
    ),
  )
  return {
    invited: mailed.flatMap(({ email, failure }) => (failure === null ? [email] : [])),
    problems: [],
    unsent: mailed.flatMap(({ email, failure }) =>
      failure === null ? [] : [{ email, ...reasonOf(failure) }],
    ),
  }
}

function reasonOf(failure: unknown): Reason {
  if (failure instanceof WorkspaceError) return { message: failure.message, refusal: failure.refusal }
  return { message: failure instanceof Error ? failure.message : '' }
}

/** A few at a time: the server takes so many requests at once, and the user does not wait for each. */
const AT_ONCE = 4

async function mapInBatches<Input, Output>(
  inputs: readonly Input[],
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = []
  for (let start = 0; start < inputs.length; start += AT_ONCE)
    outputs.push(...(await Promise.all(inputs.slice(start, start + AT_ONCE).map(work))))
  return outputs
}

/** @throws WorkspaceError where the caller's account cannot be told. */
async function accountOf(findCaller: FindCaller): Promise<string> {
  const { accountId } = await findCaller().catch((error: unknown) => {
    if (error instanceof WorkspaceError && error.kind !== 'not-found') throw error
    throw new WorkspaceError(phrase('Could not find account information'), {
      kind: 'not-found',
      cause: error,
    })
  })
  if (!z.guid().safeParse(accountId).success)
    throw new WorkspaceError(phrase('Invalid account ID'), { kind: 'invalid' })
  return accountId
}

function invitationOf({ createdAt: sentAt, ...row }: z.output<typeof invitationRow>): Invitation {
  return { ...row, sentAt }
}
