import { PASSWORD } from '@cairn/testing/people'
import type { ServerProcess } from '@cairn/testing/server-process'
import { z } from 'zod'
import { ID } from '../support/cast.ts'

/** Where no mail server listens: what is sent there stays in the queue. */
export const NO_MAIL_SERVER = 'smtp://127.0.0.1:9'

const tokenSchema = z.object({ access_token: z.string() })
const idsSchema = z.array(z.object({ id: z.string() }))

/**
 * Gives an account a past, through the server: changed records, one in the bin with its links, a member who left and
 * handed over, owners changed in bulk and invited, and mails that nobody took.
 */
export async function arrangePast(cairn: ServerProcess): Promise<void> {
  const ada = await signIn(cairn, 'ada@acme.test')
  await ada.patch(`systems?id=eq.${ID.billing}`, { description: 'Sends the invoices', owner_id: ID.manager })
  await ada.patch(`solutions?id=eq.${ID.intranet}`, { invited_owner_id: ID.invitation })
  await deleteSystem(ada)
  await ada.patch(`automations?id=eq.${ID.reminders}`, { owner_id: ID.colleague })
  await ada.post('system_experts', { system_id: ID.archive, expert_id: ID.colleague })
  await ada.post('rpc/remove_member', {
    target_user_id: ID.colleague,
    handover: { rest: { receiver: ID.manager } },
  })
  await ada.post('rpc/change_in_bulk', {
    kind: 'agent',
    action: 'owner',
    value: ID.user,
    ids: [ID.helper, ID.oracle],
  })
  await post(cairn, '/auth/v1/recover', { email: 'ada@acme.test' })
}

/** A system that had an owner, an expert and a solution resting on it. */
async function deleteSystem(ada: Session): Promise<void> {
  const [made] = await ada.post('systems', { name: 'Retired', owner_id: ID.user })
  const id = made?.id ?? ''
  await ada.post('system_experts', { system_id: id, expert_id: ID.viewer })
  await ada.patch(`solutions?id=eq.${ID.portal}`, { related_systems: [ID.billing, ID.ledger, id] })
  await ada.post('rpc/delete_records', { kind_param: 'system', ids: [id], reason_param: 'Replaced' })
}

interface Session {
  post(path: string, body: unknown): Promise<{ id: string }[]>
  patch(path: string, body: unknown): Promise<{ id: string }[]>
}

async function signIn(cairn: ServerProcess, email: string): Promise<Session> {
  const answer = await post(cairn, '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
  const { access_token } = tokenSchema.parse(JSON.parse(answer))
  const write = (method: string) => async (path: string, body: unknown) => {
    const returned = await request(cairn, `/rest/v1/${path}`, { method, body, token: access_token })
    const rows = idsSchema.safeParse(returned === '' ? [] : JSON.parse(returned))
    return rows.success ? rows.data : []
  }
  return { post: write('POST'), patch: write('PATCH') }
}

const post = (cairn: ServerProcess, path: string, body: unknown): Promise<string> =>
  request(cairn, path, { method: 'POST', body, token: null })

async function request(
  { url, publishableKey }: ServerProcess,
  path: string,
  { method, body, token }: { method: string; body: unknown; token: string | null },
): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text
}
