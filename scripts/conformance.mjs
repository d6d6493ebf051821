import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run conformance -- ../supabase-js/packages/core/postgrest-js` runs the official client's own tests against the
 * data
 * API, with `auth-js` those of the auth client against the auth service. They are not part of this repository: check
 * them
 * out first (docs/api.md). What follows the path goes to vitest.
 */
const SUITES = [
  { name: 'postgrest-js', known: 'test/basic.test.ts', config: 'bench/conformance/vitest.config.ts' },
  { name: 'auth-js', known: 'test/GoTrueClient.test.ts', config: 'bench/conformance/auth/vitest.config.ts' },
]

requireNode()
const [path = '', ...rest] = process.argv.slice(2)
const folder = resolve(path)
const suite = SUITES.find(({ known }) => existsSync(join(folder, known)))
if (suite === undefined) {
  const names = SUITES.map(({ name }) => name).join(' or ')
  console.error(`Say where ${names} is: npm run conformance -- ../supabase-js/packages/core/auth-js`)
  process.exit(1)
}
await ensureInstalled()
process.exitCode = await runTool('vitest', ['run', '--config', suite.config, ...rest], {
  env: { CONFORMANCE_SUITE: folder, CI: '1' },
})
