import { ensureChromium } from './lib/chromium.mjs'
import { ensurePostgres15 } from './lib/postgres15.mjs'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { run, runTool } from './lib/run.mjs'

requireNode()
await ensureInstalled()

const began = Date.now()
const results = []

async function stage(title, work) {
  console.log(`\n=== ${title}`)
  const start = Date.now()
  const passed = (await work()) === 0
  results.push({ title, passed, seconds: Math.round((Date.now() - start) / 1000) })
}

await stage('Checks', () => run(process.execPath, ['scripts/check.mjs']))
await ensureBuilt()
const postgres15 = await ensurePostgres15()
await stage('Unit, protocol and policy tests', () =>
  runTool('vitest', ['run'], { env: { CAIRN_POSTGRES_15: postgres15 ?? 'none' } }),
)
const chromium = await ensureChromium()
await stage('Journeys in a browser', () =>
  runTool('playwright', ['test', '--project', 'journeys'], {
    env: chromium === null ? {} : { CAIRN_CHROMIUM: chromium },
  }),
)
await stage('Requirements', () => run(process.execPath, ['scripts/requirements.mjs', '--covered']))

console.log('')
for (const { title, passed, seconds } of results)
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
if (postgres15 === null || postgres15 === 'none')
  console.log(
    'NOT RUN Postgres 15: there is none here. Install it, or set CAIRN_POSTGRES_15 to its programs.',
  )
const failed = results.filter((result) => !result.passed).length
console.log(`${Math.round((Date.now() - began) / 1000)} s in all`)
console.log(`stages: ${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
