import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSince, isFoundByImports, journeysOf, whereWorkBegan } from './lib/changed.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensurePostgres15 } from './lib/postgres15.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { processorMinutes } from './lib/processor-minutes.mjs'
import { runTold, toolPath } from './lib/run.mjs'
import { createTurns } from './lib/turns.mjs'

requireNode()
await ensureInstalled()

const began = Date.now()
const results = []
const takeTurn = createTurns()

// `npm run test:all` adds what repeats; see docs/develop/testing.md.
const repeats = process.argv.includes('--all')
const tier = { CAIRN_TESTS: repeats ? 'all' : 'once' }
/** The parts of the bench that run to their end here; they are named in docs/develop/testing.md. */
const MEASURED = ['start', 'memory', 'web', 'api', 'nodes', 'versions', 'auth']
const HAS_OTHER_NODES = process.platform === 'linux' && process.arch === 'x64'

// `npm test -- --changed` runs the tests that the present work touches; see CONTRIBUTING.md.
const commit = process.argv.includes('--changed') ? whereWorkBegan() : null
const changed = commit === null ? null : changedSince(commit)
const narrowed =
  changed !== null && isFoundByImports(changed) ? ['--changed', commit, '--passWithNoTests'] : []
const journeys = changed === null ? 'all' : journeysOf(changed)
if (changed !== null)
  console.log(
    `${changed.length} files changed: ${narrowed.length > 0 ? 'the tests that import them' : 'all tests'}, ${journeys === 'all' ? 'all journeys' : `journeys in ${journeys.length} files`}.`,
  )

// The build runs beside the checks, and the journeys begin beside the last files of tests.
const checks = stage('Checks', (write) => runTold(process.execPath, ['scripts/check.mjs'], { write }))
await ensureBuilt()
const postgres15 = await ensurePostgres15()
const chromium = await ensureChromium()
const browser = chromium === null ? {} : { CAIRN_CHROMIUM: chromium }
const tests = startTests()
await tests.lastFiles
const [failedTests, failedJourneys] = await Promise.all([
  tests.failed,
  journeys.length === 0 ? [] : runJourneys(),
  checks,
  repeats && HAS_OTHER_NODES
    ? stage('Node 22 and 24', (write) => runTold(process.execPath, ['scripts/other-nodes.mjs'], { write }))
    : null,
])
if (repeats) await stage('Drills', (write) => runTold(toolPath('tsx'), ['scripts/drill/main.mjs'], { write }))
if (repeats)
  await stage('Measurements, with little of everything', (write) =>
    runTold(process.execPath, ['scripts/bench.mjs', '--small', ...MEASURED], { env: browser, write }),
  )
await stage('Requirements', (write) =>
  runTold(process.execPath, ['scripts/requirements.mjs', '--covered'], { write }),
)

console.log('')
// Named once more here, where a reader looks first.
for (const line of [...failedTests, ...failedJourneys]) console.log(`FAILED ${line}`)
for (const { title, passed, seconds } of results)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
if (postgres15 === null || postgres15 === 'none')
  console.log(
    'NOT RUN Postgres 15: there is none here. Install it, or set CAIRN_POSTGRES_15 to its programs.',
  )
if (repeats && !HAS_OTHER_NODES)
  console.log('NOT RUN Node 22 and 24: npm has their programs for Linux on x64 alone.')
const failed = results.filter((result) => !result.passed).length
console.log(`${Math.round((Date.now() - began) / 1000)} s in all${processorMinutes()}`)
console.log(`stages: ${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs a part of the whole and keeps what came of it. `work` gets the means to write and resolves with an exit code. */
async function stage(title, work) {
  const result = { title, passed: false, seconds: 0 }
  results.push(result)
  const turn = takeTurn()
  turn.write(`\n=== ${title}\n`)
  const start = Date.now()
  result.passed = (await work(turn.write)) === 0
  result.seconds = Math.round((Date.now() - start) / 1000)
  turn.end()
}

/** Starts the tests of Vitest. `lastFiles` resolves when the last files run, `failed` with a line for each failed test. */
function startTests() {
  let tellOfLastFiles
  const lastFiles = new Promise((resolve) => {
    tellOfLastFiles = resolve
  })
  const reporters = ['default', './scripts/lib/failed-tests.mjs', './scripts/lib/last-files.mjs']
  const failed = collectFailures((path) =>
    stage('Unit, protocol and policy tests', (write) =>
      runTold(
        toolPath('vitest'),
        ['run', ...reporters.map((reporter) => `--reporter=${reporter}`), ...narrowed],
        {
          env: { ...tier, ...browser, CAIRN_POSTGRES_15: postgres15 ?? 'none', CAIRN_FAILED_TESTS: path },
          write,
          onMessage: tellOfLastFiles,
        },
      ),
    ),
  ).finally(tellOfLastFiles)
  return { lastFiles, failed }
}

/** Runs the journeys in a browser; null is the one that Playwright brings. Returns a line for each that failed. */
function runJourneys() {
  return collectFailures((path) =>
    stage('Journeys in a browser', async (write) => {
      if (chromium !== null) await runTold(chromium, ['--version'], { write })
      const files = journeys === 'all' ? [] : journeys
      return runTold(
        toolPath('playwright'),
        [
          'test',
          '--project=long',
          '--project=short',
          '--reporter=list,./scripts/lib/failed-journeys.mjs',
          ...files,
        ],
        {
          env: { ...tier, ...browser, CAIRN_FAILED_TESTS: path },
          write,
        },
      )
    }),
  )
}

/** Runs `work` with the path of a file for the reporters of failed tests; returns the lines that they wrote to it. */
async function collectFailures(work) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'))
  const path = join(folder, 'failed.txt')
  writeFileSync(path, '')
  try {
    await work(path)
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
