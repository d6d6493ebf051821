import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import { findAccount } from '../find-account.ts'
import { ACCOUNT } from '../inputs.ts'
import { Refused } from '../refused.ts'

const counted = z.tuple([z.object({ members: z.number() })])
const arranged = z.tuple([z.object({ due: z.date() })])
const takenBack = z.tuple([z.object({ kept: z.boolean() })])

/** Has the server delete an account with its members, a week from now; see jobs/delete-accounts.ts. */
export const deleteAccount = command({
  name: 'delete-account',
  summary: 'deletes an account whole, its members included, in seven days; --cancel keeps it',
  operands: ['ACCOUNT'],
  options: { cancel: { type: 'boolean' } },
  input: z.object({ account: ACCOUNT, cancel: z.boolean().default(false) }),
  async destroys({ look }, { account: wanted, cancel }) {
    if (cancel) return null
    const { name, members } = await look(async (sql) => {
      const account = await findAccount(sql, wanted)
      return { ...account, members: await membersOf(sql, account.id) }
    })
    return {
      what: `In seven days the account ${name} is gone for good, with all that it holds and the users of all who are members then (now ${members}). export-account keeps a copy.`,
      name,
    }
  },
  async run({ look, act }, { account: wanted, cancel }) {
    const { id, name } = await look((sql) => findAccount(sql, wanted))
    const noteOf = { traits: { account: id, cancelled: String(cancel) } }
    if (cancel) {
      await act(noteOf, (sql) => takeBack(sql, id, name))
      return { text: `${name} stays.`, json: { account: { id, name }, due_at: null } }
    }
    const due = await act(noteOf, (sql) => arrange(sql, id))
    return {
      text: `${name} is deleted after ${due.toISOString()}. Until then its members go on, and delete-account --cancel keeps it.`,
      json: { account: { id, name }, due_at: due },
    }
  },
})

async function membersOf(sql: Statements, account: string): Promise<number> {
  const rows =
    await sql`select count(*)::int as members from public.account_members where account_id = ${account}`
  const [{ members }] = counted.parse([...rows])
  return members
}

async function arrange(sql: Statements, account: string): Promise<Date> {
  const [{ due }] = arranged.parse([
    ...(await sql`select private.schedule_deletion(${account}::uuid) as due`),
  ])
  return due
}

async function takeBack(sql: Statements, account: string, name: string): Promise<void> {
  const [{ kept }] = takenBack.parse([
    ...(await sql`select private.cancel_deletion(${account}::uuid) as kept`),
  ])
  if (!kept) throw new Refused(`Nothing was arranged for ${name}.`)
}
