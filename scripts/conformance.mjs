import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run conformance -- ../supabase-js/packages/core/postgrest-js` runs the official client's own tests against the data
 * API. They are not part of this repository: check them out first (docs/api.md). What follows the path goes to vitest.
 */
requireNode()
const [path = '', ...rest] = process.argv.slice(2)
const suite = resolve(path)
if (!existsSync(join(suite, 'test', 'basic.test.ts'))) {
  console.error('Say where postgrest-js is: npm run conformance -- ../supabase-js/packages/core/postgrest-js')
  process.exit(1)
}
await ensureInstalled()
process.exitCode = await runTool(
  'vitest',
  ['run', '--config', 'bench/conformance/vitest.config.ts', ...rest],
  {
    env: { CONFORMANCE_SUITE: suite, CI: '1' },
  },
)
