import { randomUUID } from 'node:crypto'
import { type ArrangedPerson, arrangePerson } from '@cairn/testing/people'
import { type Cairn, openCairn, type SignedIn } from './cairn.ts'
import type { Answer, Message } from './raw-http.ts'

/** Those who try. All but `anonymous` are signed in. */
export const ATTACKERS = [
  'anonymous',
  /** Has a confirmed address at a public mail provider, and so no account. */
  'unplaced',
  /** Admin of the other account. */
  'rival',
] as const
export type Attacker = (typeof ATTACKERS)[number]
type Actor = Attacker | 'admin' | 'manager' | 'user' | 'viewer'

/** Acme, which is attacked, and the account of the rival, each with people, a system, an expert and a switch. */
export interface TwoAccounts {
  cairn: Cairn
  people: Record<Exclude<Actor, 'anonymous'>, ArrangedPerson>
  /** The sessions of the people who have signed in. */
  sessions: Record<Exclude<Actor, 'anonymous'>, SignedIn>
  acme: { accountId: string; systemId: string }
  rivals: { accountId: string; systemId: string }
  /** Sends a request on behalf of a person. */
  as(actor: Actor, message: Message): Promise<Answer>
}

export async function openTwoAccounts(): Promise<TwoAccounts> {
  const cairn = await openCairn()
  const { database } = cairn
  const add = (name: string, email: string, level?: 'viewer' | 'user' | 'manager') =>
    arrangePerson(database, { email, name, ...(level === undefined ? {} : { level }) })
  const people = {
    admin: await add('Ada Acme', 'ada@acme.example'),
    manager: await add('Mia Acme', 'mia@acme.example', 'manager'),
    user: await add('Uma Acme', 'uma@acme.example', 'user'),
    viewer: await add('Vic Acme', 'vic@acme.example', 'viewer'),
    rival: await add('Rex', 'rex@rival.example'),
    unplaced: await add('Lou', 'lou@gmail.com'),
  }
  const acme = await arrangeRecords(cairn, { name: 'Acme Billing', by: people.user.id })
  const rivals = await arrangeRecords(cairn, { name: 'Plans', by: people.rival.id })
  const [admin, manager, user, viewer, rival, unplaced] = await Promise.all([
    cairn.signedIn(people.admin),
    cairn.signedIn(people.manager),
    cairn.signedIn(people.user),
    cairn.signedIn(people.viewer),
    cairn.signedIn(people.rival),
    cairn.signedIn(people.unplaced),
  ])
  const sessions = { admin, manager, user, viewer, rival, unplaced }
  return {
    cairn,
    people,
    sessions,
    acme,
    rivals,
    as: (actor, { headers, ...message }) =>
      cairn.send({
        ...message,
        headers:
          actor === 'anonymous'
            ? { ...headers }
            : { authorization: `Bearer ${sessions[actor].token}`, ...headers },
      }),
  }
}

async function arrangeRecords(
  { database }: Cairn,
  { name, by }: { name: string; by: string },
): Promise<{ accountId: string; systemId: string }> {
  const systemId = randomUUID()
  const [row] = await database<[{ account_id: string }]>`
    insert into public.systems (id, account_id, name, created_by, owner_id)
    select ${systemId}, account_id, ${name}, user_id, user_id from public.account_members where user_id = ${by}
    returning account_id`
  await database`
    insert into public.system_experts (account_id, system_id, expert_id) values (${row.account_id}, ${systemId}, ${by})`
  await database`
    insert into public.app_features (account_id, feature_name, enabled) values (${row.account_id}, 'agents', false)`
  return { accountId: row.account_id, systemId }
}
