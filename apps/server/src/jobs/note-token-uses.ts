import type { LocalJob } from '@cairn/jobs/job'

/** Uses of tokens that requests gather. */
export interface GatheredUses {
  write(): Promise<void>
}

/** Notes when API tokens were used last: people see it to the minute, so a few seconds are soon enough. */
export const noteTokenUses = (uses: GatheredUses): LocalJob => ({
  kind: 'in each process',
  name: 'note token uses',
  everySeconds: 10,
  run: uses.write,
})
