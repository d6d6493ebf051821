import { TableError } from '../../src/model/table-error.ts'
import { readText } from '../../src/read-tables.ts'

const PLAIN = '- a\n'.repeat(20_000)

/**
 * How long this machine, at this moment, takes for a plain text of 80,000 characters, in milliseconds: what other files
 * may take is told as a multiple of it.
 */
export async function referenceTime(): Promise<number> {
  const began = performance.now()
  // A list without entries of a catalogue: it is read to its end, and then refused.
  await readText(PLAIN, 'a.yaml').catch((error: unknown) => {
    if (!(error instanceof TableError)) throw error
  })
  return performance.now() - began
}
