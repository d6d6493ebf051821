import type { ExportedRow } from '@cairn/workspace/rules/export-cells'
import type { CallProcedure } from '../_shared/server-function.ts'

/** As many records as are asked for at once; fewer where they are too large for one answer. */
const PART_RECORDS = 500
const TOO_LARGE = 413

interface Part {
  rows: readonly ExportedRow[]
}

/**
 * The records with these ids, part by part, each asked for when it is wanted. Those that are gone are left out.
 * @throws where the database does not answer as it should: the file is not whole then
 */
export async function* recordsOf(
  kind: string,
  ids: readonly string[],
  call: CallProcedure,
): AsyncGenerator<ExportedRow> {
  let size = PART_RECORDS
  let done = 0
  while (done < ids.length) {
    const part = await partOf(kind, ids.slice(done, done + size), call)
    if (part === null) {
      size = Math.ceil(size / 2)
      continue
    }
    done += size
    yield* part.rows
  }
}

/** Null where the answer would be too large. */
async function partOf(kind: string, ids: readonly string[], call: CallProcedure): Promise<Part | null> {
  const answer = await call('get_records_to_export', { kind, ids })
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
