import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { runTool } from './lib/run.mjs'

requireNode()
await ensureInstalled()

/** Every check that does not run the product. */
const CHECKS = [
  ['Format and lint', 'biome', ['check', '.']],
  ['Types, server side', 'tsc', ['-p', 'tsconfig.json']],
  ['Types, web app', 'tsc', ['-p', 'apps/web/tsconfig.json']],
  [
    'Boundaries',
    'depcruise',
    ['apps', 'packages', 'supabase', 'acceptance', 'bench', '--config', '.dependency-cruiser.cjs'],
  ],
  ['Unused code', 'knip', []],
]

let failed = 0
for (const [title, tool, args] of CHECKS) {
  console.log(`\n${title}`)
  if ((await runTool(tool, args)) !== 0) failed += 1
}
console.log(`\nchecks: ${CHECKS.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
