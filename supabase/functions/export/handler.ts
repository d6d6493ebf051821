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
import { type WantedExport, wantedExport } from './payload.ts'
import { recordsOf } from './records.ts'

const MAX_BODY_LENGTH = 500_000

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/**
 * Streams the records that a list shows as a file. The procedures decide what the caller may see; the ids of all records
 * come first, then the records part by part, as the caller takes what is written. Where that fails in the middle, the
 * connection ends without an end of the answer.
 */
export const exportRecords: ServerFunction = async (request, call) => {
  const payload = await payloadOf(request, MAX_BODY_LENGTH)
  if (payload instanceof Response) return payload
  const wanted = wantedExport(payload)
  if (typeof wanted === 'string') return invalidPayload(wanted)
  const { kind, format, list } = wanted
  const begun = await call('begin_export', { ...list, kind, format })
  if (!begun.ok) return refusalOf(begun)
  const ids = idsIn(await begun.json())
  if (ids === null) return refusal(500, 'UNEXPECTED', 'The records could not be listed.')
  return new Response(streamOf(writeTable(cellsOf(wanted, ids, call), wanted)), {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${kind}s-${new Date().toISOString().slice(0, 10)}.${format}"`,
      'cache-control': 'no-store',
      'x-record-count': String(ids.length),
    },
  })
}

function idsIn(answer: unknown): readonly string[] | null {
  const { ids } = Object(answer)
  return Array.isArray(ids) ? ids : null
}

async function* cellsOf(
  { kind, columns, format }: WantedExport,
  ids: readonly string[],
  call: CallProcedure,
) {
  for await (const row of recordsOf(kind, ids, call)) yield exportedCells(row, columns, format)
}

/** A piece is written when it is taken, so that a slow caller holds nothing; one who goes away ends the work. */
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
