import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './run.mjs'

/**
 * A reporter of Vitest that appends a line for each failed test, each file that could not be run and each error outside
 * of tests to the file that CAIRN_FAILED_TESTS names, so that `npm test` can name them once more at its end.
 */
export default class FailedTests {
  onTestRunEnd(modules, unhandledErrors) {
    const lines = []
    for (const module of modules) {
      const file = relative(ROOT, module.moduleId)
      for (const error of module.errors()) lines.push(`${file}: ${firstLine(error)}`)
      for (const test of module.children.allTests('failed'))
        lines.push(`${file} › ${test.fullName}: ${firstLine(test.result().errors?.[0])}`)
    }
    for (const error of unhandledErrors) lines.push(`outside of tests: ${firstLine(error)}`)
    const path = process.env.CAIRN_FAILED_TESTS
    if (path && lines.length > 0) appendFileSync(path, `${lines.join('\n')}\n`)
  }
}

function firstLine(error) {
  return String(error?.message ?? 'no message')
    .split('\n')[0]
    .slice(0, 200)
}
