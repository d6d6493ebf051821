import type { ExportedRow } from '@cairn/workspace/rules/export-cells'

/** Asks for the rows with these ids. */
export type AskForPart = (ids: readonly string[]) => Promise<Response>

/** As many rows as are asked for at once; fewer where they are too large for one answer. */
const PART_ROWS = 500
const TOO_LARGE = 413

interface Part {
  rows: readonly ExportedRow[]
}

/**
 * The rows with these ids, part by part, each asked for when it is wanted. Those that are gone are left out.
 * @throws where the database does not answer as it should: the file is not whole then
 */
export async function* rowsOf(ids: readonly string[], ask: AskForPart): AsyncGenerator<ExportedRow> {
  let size = PART_ROWS
  let done = 0
  while (done < ids.length) {
    const part = await partOf(ids.slice(done, done + size), ask)
    if (part === null) {
      size = Math.ceil(size / 2)
      continue
    }
    done += size
    yield* part.rows
  }
}

/** Null where the answer would be too large. */
async function partOf(ids: readonly string[], ask: AskForPart): Promise<Part | null> {
  const answer = await ask(ids)
  if (answer.status === TOO_LARGE && ids.length > 1) {
    await answer.body?.cancel()
    return null
  }
  if (!answer.ok)
    throw new Error(`Records to export could not be read: ${answer.status} ${await answer.text()}`)
  const rows: unknown = await answer.json()
  if (!Array.isArray(rows)) throw new Error('The records to export are no list.')
  return { rows }
}
