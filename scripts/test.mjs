import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSince, isFoundByImports, journeysOf, whereWorkBegan } from './lib/changed.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { testOnOtherNodes } from './lib/other-nodes.mjs'
import { ensurePostgres15 } from './lib/postgres15.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { run, runTool } from './lib/run.mjs'

requireNode()
await ensureInstalled()

const began = Date.now()
const results = []

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

async function stage(title, work) {
  console.log(`\n=== ${title}`)
  const start = Date.now()
  const passed = (await work()) === 0
  results.push({ title, passed, seconds: Math.round((Date.now() - start) / 1000) })
}

await stage('Checks', () => run(process.execPath, ['scripts/check.mjs']))
await ensureBuilt()
const postgres15 = await ensurePostgres15()
const failedTests = await collectFailures((path) =>
  stage('Unit, protocol and policy tests', () =>
    runTool(
      'vitest',
      ['run', '--reporter=default', '--reporter=./scripts/lib/failed-tests.mjs', ...narrowed],
      { env: { CAIRN_POSTGRES_15: postgres15 ?? 'none', CAIRN_FAILED_TESTS: path } },
    ),
  ),
)
let hasOtherNodes = true
await stage('Node 22 and 24', async () => {
  const code = await testOnOtherNodes().catch((error) => {
    console.error(String(error))
    return 1
  })
  hasOtherNodes = code !== null
  return code ?? 0
})
const failedJourneys = journeys.length === 0 ? [] : await runJourneys(await ensureChromium())
await stage('Requirements', () => run(process.execPath, ['scripts/requirements.mjs', '--covered']))

console.log('')
// Named once more here, where a reader looks first.
for (const line of [...failedTests, ...failedJourneys]) console.log(`FAILED ${line}`)
for (const { title, passed, seconds } of results)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
if (postgres15 === null || postgres15 === 'none')
  console.log(
    'NOT RUN Postgres 15: there is none here. Install it, or set CAIRN_POSTGRES_15 to its programs.',
  )
if (!hasOtherNodes) console.log('NOT RUN Node 22 and 24: npm has their programs for Linux on x64 alone.')
const failed = results.filter((result) => !result.passed).length
console.log(`${Math.round((Date.now() - began) / 1000)} s in all`)
console.log(`stages: ${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Runs the journeys in a browser; null is the one that Playwright brings. Returns a line for each that failed. */
function runJourneys(chromium) {
  return collectFailures((path) =>
    stage('Journeys in a browser', async () => {
      if (chromium !== null) await run(chromium, ['--version'])
      const files = journeys === 'all' ? [] : journeys
      return runTool(
        'playwright',
        ['test', '--project=journeys', '--reporter=list,./scripts/lib/failed-journeys.mjs', ...files],
        { env: { CAIRN_FAILED_TESTS: path, ...(chromium !== null && { CAIRN_CHROMIUM: chromium }) } },
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
