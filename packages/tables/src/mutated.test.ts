import { casesToTry } from '@cairn/testing/tier'
import { expect, test } from 'vitest'
import { collected } from '../test/support/bytes.ts'
import { mutated, randomFrom, smallFiles, WORKBOOK_ROWS } from '../test/support/mutated.ts'
import { referenceTime } from '../test/support/reference.ts'
import { LIMITS } from './model/limits.ts'
import { TableError } from './model/table-error.ts'
import { readFile, readText } from './read-tables.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

const FILES = casesToTry('MUTATED_FILES', { once: 2_000, repeated: 10_000 })
/** A file of a few hundred bytes takes a thousandth of the reference; a busy machine may hold one up. */
const MOST_REFERENCES = 10

test(`${FILES} mutated files are read or refused, each within its time`, async () => {
  const reference = await referenceTime(readText)
  const originals = smallFiles(await collected(writeXlsx(WORKBOOK_ROWS)))
  const random = randomFrom(26)
  const limits = { ...LIMITS, inflatedBytes: 5_000_000 }
  const outcomes = { read: 0, refused: 0 }
  let longest = 0
  for (let index = 0; index < FILES; index += 1) {
    const [name = '', bytes = new Uint8Array()] = originals[index % originals.length] ?? []
    const file = mutated(bytes, random)
    const began = performance.now()
    try {
      await readFile(file, name, { limits })
      outcomes.read += 1
    } catch (error) {
      if (!(error instanceof TableError)) throw new Error(`${name}, file ${index}`, { cause: error })
      outcomes.refused += 1
    }
    longest = Math.max(longest, performance.now() - began)
  }
  expect(outcomes.read).toBeGreaterThan(FILES / 10)
  expect(outcomes.refused).toBeGreaterThan(FILES / 10)
  expect(longest).toBeLessThan(MOST_REFERENCES * reference)
})
