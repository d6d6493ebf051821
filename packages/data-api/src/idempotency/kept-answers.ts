import type { Row, Statement } from '@cairn/postgres/pool/caller'
import { z } from 'zod'
import type { QualifiedName } from '../schema-cache/relation.ts'
import { qualified } from '../sql/writer.ts'
import type { Answer } from './answer.ts'

/** The functions of the database that store responses, each called as the caller, in the transaction of their write. */
export interface IdempotencyFunctions {
  /**
   * `(key text, fingerprint text)`: a row with `status`, `headers` and `body` where the request was answered; none
   * where it has yet to be done. Raises the error for the caller where a key cannot be used.
   */
  begin: QualifiedName
  /**
   * `(key text, fingerprint text, status integer, headers jsonb, body text)`. The body is base64, null where it is not
   * stored.
   */
  keep: QualifiedName
}

/** A request that must be done only once. */
export interface KeyedRequest {
  key: string
  fingerprint: string
}

/** The size above which only status and headers of a response are stored. */
const LARGEST_KEPT_BODY = 16 * 1024

/** Looks up the response that was given to the request before. */
export function findAnswer({ begin }: IdempotencyFunctions, { key, fingerprint }: KeyedRequest): Statement {
  return {
    text: `select status, headers::text as headers, body from ${qualified(begin)}($1::text, $2::text)`,
    values: [key, fingerprint],
  }
}

/** Stores the response to the request, in the transaction of its write. */
export function keepAnswer(
  { keep }: IdempotencyFunctions,
  { key, fingerprint }: KeyedRequest,
  { status, headers, body }: Answer,
): Statement {
  const bytes = Buffer.from(body ?? '')
  return {
    text: `select ${qualified(keep)}($1::text, $2::text, $3::integer, $4::text::jsonb, $5::text)`,
    values: [
      key,
      fingerprint,
      status,
      JSON.stringify([...new Headers(headers)]),
      bytes.length > LARGEST_KEPT_BODY ? null : bytes.toString('base64'),
    ],
  }
}

const keptAnswer = z.object({
  status: z.number(),
  headers: z.string(),
  body: z.string().nullable(),
})
const headerPairs = z.array(z.tuple([z.string(), z.string()]))

/** The headers that only a response with a body has. */
const OF_THE_BODY = ['content-type', 'content-length']

/** The stored response, marked as a replay; null where there is none. */
export function answerAgain([row]: readonly Row[]): Answer | null {
  if (row === undefined) return null
  const kept = keptAnswer.parse(row)
  const headers = new Headers(headerPairs.parse(JSON.parse(kept.headers)))
  headers.set('idempotency-replayed', 'true')
  if (kept.body === null) {
    for (const name of OF_THE_BODY) headers.delete(name)
    headers.set('idempotency-body', 'not kept')
    return { status: kept.status, headers, body: null }
  }
  return {
    status: kept.status,
    headers,
    body: kept.body === '' ? null : Uint8Array.from(Buffer.from(kept.body, 'base64')),
  }
}
