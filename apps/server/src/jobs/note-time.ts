import type { Auth } from '@cairn/auth/auth'
import type { LocalJob } from '@cairn/jobs/job'

/** Notes that a server runs: well within the minute by which the clock may go wrong between two looks at it. */
export const noteTime = (auth: Auth): LocalJob => ({
  kind: 'in each process',
  name: 'note time',
  everySeconds: 15,
  run: auth.noteTime,
})
