import { z } from 'zod'
import { command } from '../command.ts'

const counted = z.tuple([z.object({ accounts: z.number() })])

/** For rows that were written while triggers were off: lists and figures of gaps do not count them yet. */
export const countAnew = command({
  name: 'count-anew',
  summary: 'counts the records of all accounts from scratch, after rows were written past the triggers',
  input: z.object({}),
  async run({ act }) {
    const accounts = await act({}, async (sql) => {
      const rows = await sql`
        with done as materialized (select private.recount_account(a.id)::text as said from public.accounts a)
        select count(said)::int as accounts from done`
      const [row] = counted.parse([...rows])
      return row.accounts
    })
    return { text: `Counted the records of ${accounts} accounts anew.`, json: { accounts } }
  },
})
