import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { ExportedFile, ExportsPart, WantedList } from '@cairn/workspace/port/exports'
import { heedRefusal } from '../client/ask.ts'
import type { Connect, ServiceClient } from '../client/client.ts'
import { dataFailure } from '../client/failures.ts'
import { filterParameters } from '../rows/filter-parameters.ts'
import { teamParameters } from '../rows/team-parameters.ts'

const FUNCTION = 'export'
const RECORDS = 'x-record-count'

/** Files that a server function streams. */
export function createExports(connect: Connect): ExportsPart {
  return {
    async records({ search: { order, ...filter }, ...wanted }, signal) {
      const list = {
        ...filterParameters(filter),
        sort: order?.by ?? 'usual',
        descending: order?.descending ?? false,
      }
      return fileOf(await answered(await connect(), { ...wanted, list }, signal), signal)
    },
    async list({ format, separator, sheet, columns, ...wanted }, signal) {
      const shape = { format, separator, sheet, columns }
      const body = { ...shape, kind: wanted.list, list: filterOf(wanted) }
      return fileOf(await answered(await connect(), body, signal), signal)
    },
  }
}

function fileOf({ headers, body }: Response, signal: AbortSignal): ExportedFile {
  return { total: Number(headers.get(RECORDS) ?? 0), pieces: piecesOf(body, signal) }
}

function filterOf(wanted: WantedList): object {
  switch (wanted.list) {
    case 'team':
      return teamParameters(wanted.search)
    case 'bin':
      return { query: wanted.query, ...(wanted.kind !== null && { of_kind: wanted.kind }) }
    case 'acts':
      return {}
    case 'history':
      return { record: wanted.recordId }
  }
}

/** A token that is refused is renewed once. @throws WorkspaceError, and the signal's reason when it is aborted. */
async function answered(client: ServiceClient, body: object, signal: AbortSignal): Promise<Response> {
  const first = await send(client, body, signal)
  if (first.answer.ok) return first.answer
  const isRenewed = await heedRefusal(client, { status: first.answer.status, error: first.error })
  const { answer, error } = isRenewed ? await send(client, body, signal) : first
  if (answer.ok) return answer
  throw dataFailure(error, answer.status)
}

async function send(client: ServiceClient, body: object, signal: AbortSignal) {
  const answer = await client.callFunction(FUNCTION, body, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw dataFailure(cause, 0)
  })
  const error: unknown = answer.ok ? null : await answer.json().catch(() => null)
  return { answer, error }
}

async function* piecesOf(body: Response['body'], signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    for (;;) {
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return
      yield piece.value
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new WorkspaceError(phrase('The file did not arrive whole. Please try again.'), {
      kind: 'offline',
      cause,
    })
  }
}
