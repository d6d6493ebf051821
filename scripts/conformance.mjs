import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run conformance -- ../supabase-js/packages/core/postgrest-js` runs the official client's own tests against the
 * data API, with `auth-js` those of the auth client against the auth service. They are not part of this repository:
 * check them out first (docs/api.md). What follows the path goes to vitest. Then the suite runs against a stub, to tell
 * how many of its tests need a server at all.
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

const reports = mkdtempSync(join(tmpdir(), 'cairn-conformance-'))

/** Runs the suite, and reads which of its tests passed. */
async function passedOf(name, { env = {}, quiet = false } = {}) {
  const report = join(reports, `${name}.json`)
  const reporters = [...(quiet ? [] : ['--reporter', 'default']), '--reporter', 'json']
  const code = await runTool(
    'vitest',
    ['run', '--config', suite.config, ...reporters, `--outputFile.json=${report}`, ...rest],
    { env: { CONFORMANCE_SUITE: folder, CI: '1', ...env }, quiet },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({ name: `${file.name} ${fullName}`, status })),
  )
  return { code, total: tests.length, passed: tests.filter((test) => test.status === 'passed') }
}

const share = (part, all) => `${part} of ${all} tests pass, ${((100 * part) / all).toFixed(1)}%`

const real = await passedOf('real')
const stub = await passedOf('stub', { env: { CONFORMANCE_STUB: 'true' }, quiet: true })
rmSync(reports, { recursive: true })

const without = new Set(stub.passed.map(({ name }) => name))
const withServer = real.passed.filter(({ name }) => !without.has(name))
console.log(`In all ${share(real.passed.length, real.total)}.`)
console.log(`${without.size} pass against a stub that answers 418 to everything: they need no server.`)
console.log(`Of those that need one ${share(withServer.length, real.total - without.size)}.`)
process.exitCode = real.code
