import type { Auth } from '@cairn/auth/auth'
import type { SharedJob } from '@cairn/jobs/job'
import type { Retention } from '../config.ts'
import type { Observe } from '../observe/events.ts'

/** Deletes what is over in the schema auth: sessions, sign-ups, tokens, codes, and old entries of the operator's log. */
export const purgeAccounts = (auth: Auth, { audit }: Retention, observe: Observe): SharedJob => ({
  kind: 'shared',
  name: 'purge accounts',
  everySeconds: 3_600,
  async run() {
    observe({ kind: 'purged', what: 'accounts', rows: await auth.purge(audit) })
  },
})
