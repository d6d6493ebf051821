import type { RegularJob } from '@cairn/auth/jobs/background'
import { z } from 'zod'

/** Few enough that nobody has to wait for them. */
const BATCH = 2_000

const countedRows = z.tuple([z.object({ counted: z.number() })])

/** Brings changes of records into the figures of gaps, so that readers need not look at the records. */
export const counting: RegularJob = {
  task: 'counting',
  async run(database) {
    let last: number
    do {
      last = await database.transaction(async (tx) => {
        const answer = await tx`select public.count_changed_records(${BATCH}) as counted`
        const [{ counted }] = countedRows.parse(answer)
        return counted
      })
    } while (last >= BATCH)
  },
}
