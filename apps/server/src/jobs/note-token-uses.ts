import type { LocalJob } from '@cairn/jobs/job'
import type { TokenUses } from '../http/tokens/token-uses.ts'

/** Notes when API tokens were used last: people see it to the minute, so a few seconds are soon enough. */
export const noteTokenUses = (uses: TokenUses): LocalJob => ({
  kind: 'in each process',
  name: 'note token uses',
  everySeconds: 10,
  run: uses.write,
})
