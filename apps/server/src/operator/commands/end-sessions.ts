import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import type { Context } from '../context.ts'
import { findAccount } from '../find-account.ts'
import { findPerson } from '../find-person.ts'
import { EMAIL } from '../inputs.ts'

const input = z
  .object({
    email: EMAIL.optional(),
    account: z.string().optional(),
    everybody: z.boolean().optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    path: ['email'],
    message: 'name one of EMAIL, --account and --everybody',
  })

/** Signs people out: their next request is refused. Tokens for the API stay. */
export const endSessions = command({
  name: 'end-sessions',
  summary: 'signs a person out everywhere, or all members of an account, or everybody',
  operands: ['[EMAIL]'],
  options: { account: { type: 'string', value: 'ACCOUNT' }, everybody: { type: 'boolean' } },
  input,
  async destroys(context, given) {
    const whose = await whoseSessions(context, given)
    return given.email === undefined
      ? { what: `${whose.what} will have to sign in again.`, name: whose.name }
      : null
  },
  async run(context, given) {
    const whose = await whoseSessions(context, given)
    const { userId, accountId } = whose
    const ended = await context.act({ userId, traits: { of: whose.what } }, (sql) =>
      endThose(sql, { userId, accountId }),
    )
    return {
      text: `Ended ${ended} ${ended === 1 ? 'session' : 'sessions'} of ${whose.what}.`,
      json: { ended },
    }
  },
})

interface Whose {
  /** Whom it is about, in words, and what is typed to confirm it. */
  what: string
  name: string
  userId: string | null
  accountId: string | null
}

const EVERYBODY: Whose = { what: 'everybody', name: 'everybody', userId: null, accountId: null }

function whoseSessions({ look }: Context, { email, account }: z.output<typeof input>): Promise<Whose> {
  return look(async (sql) => {
    if (email !== undefined) {
      const { id } = await findPerson(sql, email)
      return { what: email, name: email, userId: id, accountId: null }
    }
    if (account === undefined) return EVERYBODY
    const { id, name } = await findAccount(sql, account)
    return { what: `the members of ${name}`, name, userId: null, accountId: id }
  })
}

async function endThose(sql: Statements, { userId, accountId }: Pick<Whose, 'userId' | 'accountId'>) {
  const ended = await sql`
    delete from auth.sessions s
    where (${userId}::uuid is null or s.user_id = ${userId}::uuid)
      and (
        ${accountId}::uuid is null
        or s.user_id in (select m.user_id from public.account_members m where m.account_id = ${accountId}::uuid)
      )`
  return ended.count
}
