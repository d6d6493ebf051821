import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './run.mjs'

/** The length of each error that is shown: the expected and the actual value. */
const TOLD = 400

/**
 * A reporter of Playwright that appends a line for each error of a failed journey to the file that CAIRN_FAILED_TESTS
 * names, so that `npm test` can name them once more at its end.
 */
export default class FailedJourneys {
  #lines = []

  onTestEnd(test, { status, errors }) {
    if (status === test.expectedStatus || status === 'skipped') return
    const file = relative(ROOT, test.location.file)
    for (const error of errors)
      this.#lines.push(`${file}:${test.location.line} › ${test.title}: ${shortly(error)}`)
  }

  onEnd() {
    const path = process.env.CAIRN_FAILED_TESTS
    if (path && this.#lines.length > 0) appendFileSync(path, `${this.#lines.join('\n')}\n`)
  }
}

function shortly(error) {
  return stripVTControlCharacters(String(error.message ?? error.value ?? 'no message'))
    .replaceAll(/\s+/g, ' ')
    .slice(0, TOLD)
}
