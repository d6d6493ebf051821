import type { RegularJob } from '@cairn/auth/jobs/background'
import { z } from 'zod'

/** The first time it counts a year of everything that changed. */
const TIME_LIMIT = '10min'
const accountsDone = z.tuple([z.object({ accounts: z.number() })])

/** Writes down how well records are covered when a week begins, an account after the other. */
export const coverage: RegularJob = {
  task: 'coverage',
  async run(database) {
    let accounts: number
    do {
      accounts = await database.transaction(async (tx) => {
        await tx`select set_config('statement_timeout', ${TIME_LIMIT}, true)`
        const [done] = accountsDone.parse(await tx`select public.keep_coverage(1) as accounts`)
        return done.accounts
      })
    } while (accounts > 0)
  },
}
