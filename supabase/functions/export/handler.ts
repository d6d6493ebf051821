import { writeTable } from '@cairn/tables/write-table'
import type { ExportFormat } from '@cairn/workspace/port/exports'
import { exportedCells } from '@cairn/workspace/rules/export-cells'
import {
  type CallProcedure,
  invalidPayload,
  payloadOf,
  refusal,
  refusalOf,
  type ServerFunction,
} from '../_shared/server-function.ts'
import { listNamed, type WantedExport, wantedExport } from './payload.ts'
import { type AskForPart, rowsOf } from './rows.ts'

const MAX_BODY_LENGTH = 500_000

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/**
 * Streams the rows that a list shows as a file. The procedures decide what the caller may see; the ids of all rows come
 * first, then the rows part by part, as the caller takes what is written. Where that fails in the middle, the
 * connection ends without an end of the answer.
 */
export const exportRecords: ServerFunction = async (request, call) => {
  const payload = await payloadOf(request, MAX_BODY_LENGTH)
  if (payload instanceof Response) return payload
  const wanted = wantedExport(payload)
  if (typeof wanted === 'string') return invalidPayload(wanted)
  const { format } = wanted
  const { name, begin, part } = sourceOf(wanted, call)
  const begun = await begin()
  if (!begun.ok) return refusalOf(begun)
  const ids = idsIn(await begun.json())
  if (ids === null) return refusal(500, 'UNEXPECTED', 'The records could not be listed.')
  return new Response(streamOf(writeTable(cellsOf(wanted, ids, part), wanted)), {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${format}"`,
      'cache-control': 'no-store',
      'x-record-count': String(ids.length),
    },
  })
}

/** The file name of a list, and the procedures that return its ids and its rows. */
function sourceOf({ kind, format, list }: WantedExport, call: CallProcedure) {
  const part: (name: string, of: object) => AskForPart = (name, of) => (ids) => call(name, { ...of, ids })
  if (listNamed(kind) === undefined)
    return {
      name: `${kind}s`,
      begin: () => call('begin_export', { ...list, kind, format }),
      part: part('get_records_to_export', { kind }),
    }
  return {
    name: kind,
    begin: () => call('begin_list_export', { list: kind, format, filter: list }),
    part: part('get_list_to_export', { list: kind }),
  }
}

function idsIn(answer: unknown): readonly string[] | null {
  const { ids } = Object(answer)
  return Array.isArray(ids) ? ids : null
}

async function* cellsOf({ columns, format }: WantedExport, ids: readonly string[], part: AskForPart) {
  for await (const row of rowsOf(ids, part)) yield exportedCells(row, columns, format)
}

/**
 * Writes a piece when the caller takes it, so that a slow caller fills no memory; a caller that disconnects ends the
 * work.
 */
function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
