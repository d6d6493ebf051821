import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chosen, mutantsOf } from './lib/mutants.mjs'
import { ensureInstalled, requireNode } from './lib/prepare.mjs'
import { ROOT, runToEnd, toolPath } from './lib/run.mjs'

/**
 * Plants one fault after the other in the product, each a changed operator, condition or constant, and runs the tests that
 * import its file. Prints which faults they catch. Acceptance tests and journeys run what was built, so that a fault that
 * only they could catch counts as not caught here.
 *
 *     npm run mutations -- --seed 40 --count 60
 *     npm run mutations -- --seed 40 --count 60 --from 20     goes on behind the first twenty
 */
requireNode()
await ensureInstalled()

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '40' },
    count: { type: 'string', default: '60' },
    from: { type: 'string', default: '0' },
  },
})
const [seed, count, from] = [values.seed, values.count, values.from].map(Number)

const NOT_PRODUCT =
  /\.test\.tsx?$|\.cases\.ts$|\.d\.ts$|^packages\/testing\/|\/(?:contract|test)\/|\/database-types\.ts$|\/built-in-(?:columns|fields|uses)\.ts$/
const CAUGHT_BY = ['--project=pure', '--project=db', '--project=waiting']

const files = execFileSync('git', ['ls-files', 'packages/*/src/*', 'apps/*/src/*'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !NOT_PRODUCT.test(path))
const mutants = files.flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')))
console.log(`${mutants.length} places in ${files.length} files; seed ${seed}, ${count} faults.`)

const outcomes = { caught: 0, survived: 0, 'no test imports it': 0 }
for (const [index, mutant] of chosen(mutants, seed, count).entries()) {
  if (index < from) continue
  const outcome = await tried(mutant)
  outcomes[outcome] += 1
  const { path, line, was, text } = mutant
  console.log(`${index + 1}. ${outcome}: ${path}:${line} ${shortly(was)} → ${shortly(text)}`)
}
console.log(
  Object.entries(outcomes)
    .map(([outcome, times]) => `${times} ${outcome}`)
    .join(', '),
)

/** Runs the tests while the fault is planted, and restores the file whatever happens. */
async function tried({ path, start, end, text }) {
  const place = join(ROOT, path)
  const source = readFileSync(place, 'utf8')
  const restore = () => writeFileSync(place, source)
  const stop = () => {
    restore()
    process.exit(1)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    writeFileSync(place, source.slice(0, start) + text + source.slice(end))
    const { code, output } = await runToEnd(toolPath('vitest'), [
      ...['related', '--run', path, '--bail=1', '--passWithNoTests', '--reporter=dot'],
      ...CAUGHT_BY,
    ])
    if (code !== 0) return 'caught'
    return /No test files found/.test(output) ? 'no test imports it' : 'survived'
  } finally {
    restore()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

function shortly(text) {
  return text.replaceAll(/\s+/g, ' ').slice(0, 60)
}
