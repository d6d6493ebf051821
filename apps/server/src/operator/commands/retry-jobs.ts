import { retryMessagesSetAside } from '@cairn/delivery/set-aside'
import { retryFailedJobs } from '@cairn/jobs/list'
import { z } from 'zod'
import { command } from '../command.ts'

/** Retries jobs that were given up or set aside. */
export const retryJobs = command({
  name: 'retry-jobs',
  summary: 'tries all that is failed anew',
  input: z.object({}),
  async run({ act }) {
    const retried = await act(
      {},
      async (sql) => (await retryFailedJobs(sql)) + (await retryMessagesSetAside(sql)),
    )
    return { text: `Tried anew: ${retried}`, json: { retried } }
  },
})
