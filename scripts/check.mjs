import { CRUISED } from './lib/cruised.mjs'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runToEnd, toolPath } from './lib/run.mjs'

requireNode()
await ensureInstalled()

/** TypeScript's native compiler; the package `typescript` stays for the tools that load it as a library. */
const TSC = 'node_modules/typescript-native/bin/tsc'
/** As many as the smallest machine has cores. */
const AT_A_TIME = 2

/** Every check that does not run the product, the longest first. */
const CHECKS = [
  ['Format and lint', toolPath('biome'), ['check', '.']],
  ['Types, server side', process.execPath, [TSC, '-p', 'tsconfig.json']],
  ['Boundaries', toolPath('depcruise'), [...CRUISED, '--config', '.dependency-cruiser.cjs']],
  ['Types, web app', process.execPath, [TSC, '-p', 'apps/web/tsconfig.json']],
  ['Unused code', toolPath('knip'), []],
  ['Types, workspace without a browser', process.execPath, [TSC, '-p', 'packages/workspace/tsconfig.json']],
  ['Documents', process.execPath, ['scripts/documents.mjs']],
  ['Voice', process.execPath, ['scripts/voice.mjs']],
]

const waiting = [...CHECKS]
let failed = 0
await Promise.all(Array.from({ length: AT_A_TIME }, checkInTurn))
console.log(`\nchecks: ${CHECKS.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** Takes one check after the other until none is left. What a check says is shown in one piece when it ends. */
async function checkInTurn() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [title, command, args] = next
    const { code, output } = await runToEnd(command, args)
    console.log(`\n${title}\n${output}`.trimEnd())
    if (code !== 0) failed += 1
  }
}
