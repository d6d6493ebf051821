import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { Refused } from './refused.ts'

const found = z.array(z.object({ id: z.string(), name: z.string() }))

/** An account, as its operator names it. */
export type NamedAccount = z.output<typeof found>[number]

/** The account of an id, or of a name in capital or small letters. Throws `Refused` where there is none, or more than one. */
export async function findAccount(sql: Statements, wanted: string): Promise<NamedAccount> {
  const rows = await sql`
    select id::text, name from public.accounts
    where id::text = ${wanted.toLowerCase()} or lower(name) = lower(${wanted})
    order by id::text = ${wanted.toLowerCase()} desc, id
    limit 10`
  const accounts = found.parse([...rows])
  const [account, second] = accounts
  if (account === undefined)
    throw new Refused(`There is no account ${wanted}. The command accounts lists them.`)
  if (second !== undefined && account.id !== wanted.toLowerCase())
    throw new Refused(
      `More than one account is called ${wanted}. Name one by its id: ${accounts.map(({ id }) => id).join(', ')}`,
    )
  return account
}
