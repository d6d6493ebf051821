import { givePasswords } from '@cairn/testing/people'
import type { SupabaseClient } from '@supabase/supabase-js'
import { arrangeCast, ID } from '../../supabase/tests/support/cast.ts'
import { arrangeOwnRows } from '../../supabase/tests/support/own-rows.ts'
import { type Cairn, openCairn } from './cairn.ts'

/** Those who send requests, in the order in which the matrix names what they get. */
export const CALLERS = ['anonymous', 'unplaced', 'viewer', 'user', 'manager', 'admin', 'rival'] as const
export type Caller = (typeof CALLERS)[number] | 'former'

/** Signed-in people: who they are, and where. */
const ADDRESSES = {
  unplaced: 'lou@gmail.com',
  viewer: 'vic@acme.test',
  user: 'uma@acme.test',
  manager: 'mia@acme.test',
  admin: 'ada@acme.test',
  rival: 'rex@rival.test',
  former: 'fay@acme.test',
} as const

/** A Cairn with the cast of the policy tests in it, each with a client of their own. */
export interface OnlineCast {
  cairn: Cairn
  clients: Record<Caller, SupabaseClient>
}

/** Opens it. `former` signs in while still a member, so that their access token is older than the end of it. */
export async function openCast(): Promise<OnlineCast> {
  const cairn = await openCairn()
  const { database } = cairn
  await arrangeCast(database)
  await arrangeOwnRows(database)
  await givePasswords(database)
  await database`
    insert into public.account_members (account_id, user_id, permission_level) values (${ID.acme}, ${ID.former}, 'manager')`
  const enter = async (who: keyof typeof ADDRESSES) =>
    (await cairn.signedIn({ email: ADDRESSES[who] })).client
  const clients = {
    anonymous: cairn.browser(),
    unplaced: await enter('unplaced'),
    viewer: await enter('viewer'),
    user: await enter('user'),
    manager: await enter('manager'),
    admin: await enter('admin'),
    rival: await enter('rival'),
    former: await enter('former'),
  }
  await database`delete from public.account_members where user_id = ${ID.former}`
  // The server mails them after a minute, at whatever test is under way.
  await database`update public.notifications set mail_due = false`
  return { cairn, clients }
}
