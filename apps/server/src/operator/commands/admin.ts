import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import { findAccount } from '../find-account.ts'
import { type FoundPerson, findPerson } from '../find-person.ts'
import { EMAIL } from '../inputs.ts'
import { Refused } from '../refused.ts'

const added = z.tuple([z.object({ id: z.string() })])

/** Makes somebody an admin: of the account that they belong to, of one that has no admin to invite them, or of a new one. */
export const admin = command({
  name: 'admin',
  summary: 'makes a person an admin of their account, of another one, or of a new one',
  operands: ['EMAIL'],
  options: { account: { type: 'string', value: 'ACCOUNT' }, found: { type: 'string', value: 'NAME' } },
  input: z
    .object({
      email: EMAIL,
      account: z.string().optional(),
      found: z
        .string()
        .trim()
        .min(1, 'give the account a name')
        .max(120, 'at most 120 characters')
        .optional(),
    })
    .refine(({ account, found }) => account === undefined || found === undefined, {
      path: ['found'],
      message: 'does not go together with --account',
    }),
  async destroys({ look }, { email, account, found }) {
    const others = await look(async (sql) => {
      const person = await findPerson(sql, email)
      refuseMove(person, account ?? found)
      if (found !== undefined) return []
      const id = account === undefined ? person.account_id : (await findAccount(sql, account)).id
      return id === null ? [] : adminsOf(sql, id)
    })
    if (others.length === 0 || others.includes(email.toLowerCase())) return null
    return {
      what: `The account has admins already: ${others.join(', ')}. One more sees and changes everything in it.`,
      name: email,
    }
  },
  async run({ act, look }, { email, account, found }) {
    const { id, account_id } = await look((sql) => findPerson(sql, email))
    const made = await act({ userId: id, traits: { email } }, async (sql) => {
      if (account_id !== null) return promote(sql, account_id, id)
      return join(
        sql,
        found === undefined ? await findAccount(sql, account ?? '') : await begin(sql, found),
        id,
      )
    })
    return { text: `${email} is an admin of ${made.name}.`, json: { user: id, account: made } }
  },
})

/** Refuses to move a person: each belongs to at most one account, and their records stay where they are. */
function refuseMove({ email, account_id, account }: FoundPerson, elsewhere: string | undefined): void {
  if (account_id === null && elsewhere === undefined)
    throw new Refused(
      `${email} belongs to no account. Name one with --account, or the name of a new one with --found.`,
    )
  if (account_id !== null && elsewhere !== undefined)
    throw new Refused(`${email} belongs to ${account} already, and nobody belongs to two accounts.`)
}

async function adminsOf(sql: Statements, account: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select lower(p.email) as email
    from public.account_members m
    join public.profiles p on p.id = m.user_id
    where m.account_id = ${account} and m.permission_level = 'admin'
    order by 1`
  return rows.map(({ email }) => email)
}

async function promote(sql: Statements, account: string, person: string) {
  await sql`
    update public.account_members set permission_level = 'admin'
    where user_id = ${person} and permission_level <> 'admin'`
  return findAccount(sql, account)
}

async function begin(sql: Statements, name: string) {
  const [{ id }] = added.parse([
    ...(await sql`insert into public.accounts (name) values (${name}) returning id::text`),
  ])
  return { id, name }
}

async function join(sql: Statements, account: { id: string; name: string }, person: string) {
  await sql`
    insert into public.account_members (account_id, user_id, role, permission_level)
    values (
      ${account.id}, ${person},
      case when exists (select from public.account_members where account_id = ${account.id}) then 'member' else 'owner' end,
      'admin'
    )`
  return account
}
