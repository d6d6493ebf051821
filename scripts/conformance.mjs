import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

/**
 * `npm run conformance -- ../supabase-js/packages/core/postgrest-js` runs the official client's own tests against the
 * whole server, with `auth-js` those of the auth client. They are not part of this repository: check them out first
 * (docs/develop/api.md). What follows the path goes to vitest. Then the suite runs against a stub, to tell how many of its tests
 * need a server at all. Every file of tests is run, or named with the reason why not.
 */
const SUITES = [
  {
    name: 'postgrest-js',
    known: 'test/basic.test.ts',
    config: 'bench/conformance/data/vitest.config.ts',
    leftOut: [
      { files: /^test\/v12\//, because: 'expects the errors of PostgREST 12, where 14 answers with rows' },
      { files: /\.test-d\.ts$/, because: 'asks the compiler about types, and no server' },
      { files: /^test\/smoke\./, because: 'loads the built package, and asks no server' },
    ],
  },
  {
    name: 'auth-js',
    known: 'test/GoTrueClient.test.ts',
    config: 'bench/conformance/auth/vitest.config.ts',
    leftOut: [
      {
        files: /\.browser\.test\.ts$/,
        because: 'needs the document of a browser, and answers its requests itself',
      },
      {
        files: /^test\/fetch\.test\.ts$/,
        because: 'has a server of its own, whose answers the client is to read',
      },
    ],
  },
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

const IS_TEST = /\.test(-d)?\.tsx?$|\/smoke\.\w+$/
const files = readdirSync(join(folder, 'test'), { recursive: true })
  .map((file) => `test/${file.split(sep).join('/')}`)
  .filter((file) => IS_TEST.test(file))
  .toSorted()
const reasonOf = (file) => suite.leftOut.find((each) => each.files.test(file))?.because
const wanted = files.filter((file) => reasonOf(file) === undefined)

const reports = mkdtempSync(join(tmpdir(), 'cairn-conformance-'))

/** Runs the suite, and reads which of its tests passed. */
async function passedOf(name, { env = {}, quiet = false } = {}) {
  const report = join(reports, `${name}.json`)
  const reporters = [...(quiet ? [] : ['--reporter', 'default']), '--reporter', 'json']
  const without = files.filter((file) => !wanted.includes(file)).flatMap((file) => ['--exclude', file])
  const code = await runTool(
    'vitest',
    ['run', '--config', suite.config, ...without, ...reporters, `--outputFile.json=${report}`, ...rest],
    { env: { CONFORMANCE_SUITE: folder, CI: '1', ...env }, quiet },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const tests = testResults.flatMap((file) => {
    const seen = new Map()
    return file.assertionResults.map(({ fullName, status }) => {
      // Some files name two tests alike.
      const times = (seen.get(fullName) ?? 0) + 1
      seen.set(fullName, times)
      return { name: `${file.name} ${fullName} ${times}`, status }
    })
  })
  return {
    code,
    total: tests.length,
    passed: tests.filter((test) => test.status === 'passed'),
    files: testResults.map((file) => relative(folder, file.name).split(sep).join('/')),
  }
}

const share = (part, all) => `${part} of ${all} tests pass, ${((100 * part) / all).toFixed(1)}%`

const real = await passedOf('real')
const stub = await passedOf('stub', { env: { CONFORMANCE_STUB: 'true' }, quiet: true })
rmSync(reports, { recursive: true })

const without = new Set(stub.passed.map(({ name }) => name))
const withServer = real.passed.filter(({ name }) => !without.has(name))
console.log(`${real.files.length} of ${files.length} files are run. The others are left out:`)
for (const { files: named, because } of suite.leftOut) {
  for (const file of files.filter((each) => named.test(each))) console.log(`  ${file} ${because}.`)
}
console.log(`In all ${share(real.passed.length, real.total)}.`)
console.log(`${without.size} pass against a stub that answers 418 to everything: they need no server.`)
console.log(`Of those that need one ${share(withServer.length, real.total - without.size)}.`)
process.exitCode = real.code

const missed = rest.length === 0 ? wanted.filter((file) => !real.files.includes(file)) : []
if (missed.length > 0) {
  console.error(`Neither run nor left out for a reason: ${missed.join(', ')}`)
  process.exitCode = 1
}
