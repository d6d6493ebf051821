import type { Auth } from '@cairn/auth/auth'
import type { LocalJob } from '@cairn/jobs/job'

/** Reads the keys that sign access tokens: each process remembers them. */
export const refreshSigningKeys = (auth: Auth): LocalJob => ({
  kind: 'in each process',
  name: 'refresh signing keys',
  everySeconds: 300,
  run: auth.refreshSigningKeys,
})
