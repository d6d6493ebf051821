import type { SecretChange } from '@cairn/auth/secret-change/change'
import type { LocalJob } from '@cairn/jobs/job'

/** Notes which secrets this process knows, and encrypts the values of the former one again. */
export const changeSecret = (change: SecretChange): LocalJob => ({
  kind: 'in each process',
  name: 'change secret',
  everySeconds: 5,
  run: change.turn,
})
