import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { Refused } from './refused.ts'

const found = z.array(
  z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    level: z.string().nullable(),
    account_id: z.string().nullable(),
    account: z.string().nullable(),
  }),
)

/** A person whose address is confirmed, and where they belong. */
export type FoundPerson = z.output<typeof found>[number]

/** The person with an address. Throws `Refused` where nobody has confirmed it. */
export async function findPerson(sql: Statements, email: string): Promise<FoundPerson> {
  const rows = await sql`
    select p.id::text, p.email, p.name, m.permission_level as level, a.id::text as account_id, a.name as account
    from public.profiles p
    left join public.account_members m on m.user_id = p.id
    left join public.accounts a on a.id = m.account_id
    where lower(p.email) = lower(${email})
    limit 1`
  const [person] = found.parse([...rows])
  if (person === undefined)
    throw new Refused(
      `Nobody has the address ${email}. They sign up and confirm it first; see block-domain where they may not.`,
    )
  return person
}
