import type { Auth } from '@cairn/auth/auth'
import type { SharedJob } from '@cairn/jobs/job'
import type { Observe } from '../observe/events.ts'
import type { Retention } from '../settings/config.ts'
import { deleteInBatches } from './delete-in-batches.ts'

/** Deletes what is over in the schema auth: sessions, sign-ups, tokens, codes, and old entries of the operator's log. */
export const purgeAccounts = (auth: Auth, { audit }: Retention, observe: Observe): SharedJob => ({
  kind: 'shared',
  name: 'purge accounts',
  everySeconds: 3_600,
  atStart: true,
  async run(units) {
    let rows = 0
    await units.part('limits of old sessions', auth.limitOldSessions)
    for (const expired of auth.expired(audit))
      await units.part(expired.what, async () => {
        rows += await deleteInBatches(units, expired)
      })
    observe({ kind: 'purged', what: 'accounts', rows })
  },
})
