import type { DatabaseRole } from '@cairn/postgres/pool/caller'

/** A request and its answer, as they can be read. */
export interface ProtocolCase {
  /** `GET /projects?id=eq.1` */
  request: string
  headers?: Record<string, string>
  body?: string
  status: number
  /** The whole body as JSON; a text for an empty one or one that is no JSON. Not compared where it is left out. */
  answer?: unknown
  /** Headers of the answer; null for one that it does not have. */
  answered?: Record<string, string | RegExp | null>
  /** The role of the caller, where it is not the usual one of the file. */
  role?: DatabaseRole
}

/** Cases of reading that differ in nothing but the query: the query, and the IDs in the response. */
export function readsIds(
  table: string,
  cases: readonly [query: string, ids: readonly number[]][],
): ProtocolCase[] {
  return cases.map(([query, ids]) => ({
    request: `GET /${table}?select=id&order=id&${query}`,
    status: 200,
    answer: ids.map((id) => ({ id })),
  }))
}

/** Cases of requests that are refused: the request, the status, the code and the message. */
export function refuses(
  cases: readonly [request: string, status: number, code: string, message: string][],
): ProtocolCase[] {
  return cases.map(([request, status, code, message]) => ({
    request,
    status,
    answer: { code, message },
    answered: { 'proxy-status': `PostgREST; error=${code}` },
  }))
}
