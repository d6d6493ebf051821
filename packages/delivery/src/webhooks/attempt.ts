import { inSpan } from '@cairn/tracing/spans'
import { FetchRefused } from '../guarded-fetch/fetch-refused.ts'
import type { GuardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import { nextRetry, WEBHOOK_LIFETIME_MS, WEBHOOK_LONGEST_DELAY_MS } from '../retry.ts'
import type { Sealer } from '../sealer.ts'
import type { LinkOf } from './events.ts'
import { bodyOf } from './formats.ts'
import { secretsOf } from './secrets.ts'
import { signedHeaders } from './signature.ts'
import type { Failure, LeasedWebhook, Result, WaitingEvent } from './webhook-queue.ts'

const MILLISECONDS = 10_000
const BYTES_READ = 64 * 1_024
const CHARACTERS_KEPT = 2_000
const SECOND_MS = 1_000

export interface AttemptOptions {
  fetch: GuardedFetch
  sealer: Sealer
  linkOf: LinkOf
}

/** The result of an attempt, and its consequences for the webhook. */
export interface Attempted {
  result: Result
  /** The receiver answered 410 and wants no more requests. */
  isGone: boolean
  /** The event has been tried for three days. */
  isGivenUp: boolean
}

interface Exchange {
  failure: Failure | null
  status: number | null
  answer: string | null
  retryAfter: number
}

/** Sends an event to a webhook. `now` is the database's clock, which receivers compare with theirs. */
export async function attempt(
  webhook: LeasedWebhook,
  event: WaitingEvent,
  now: () => number,
  options: AttemptOptions,
): Promise<Attempted> {
  const body =
    event.body ?? ('type' in event.payload ? bodyOf(webhook.format, event.payload, options.linkOf) : '')
  const since = performance.now()
  const headers = headersOf(webhook, event, { body, seconds: Math.floor(now() / SECOND_MS) }, options.sealer)
  const given: Exchange =
    headers === null
      ? { failure: 'unsigned', status: null, answer: null, retryAfter: 0 }
      : await exchange(webhook.url, headers, body, options.fetch)
  const retry = nextRetry({
    attempts: event.attempts + 1,
    lifetimeMs: WEBHOOK_LIFETIME_MS,
    longestDelayMs: WEBHOOK_LONGEST_DELAY_MS,
  })
  const waitMs = Math.max(retry.kind === 'retry' ? retry.inMs : WEBHOOK_LONGEST_DELAY_MS, given.retryAfter)
  return {
    result: {
      number: event.number,
      record: event.payload.data.record ?? null,
      milliseconds: Math.round(performance.now() - since),
      failure: given.failure,
      status: given.status,
      headers: headers ?? {},
      body,
      answer: given.answer,
      wait: given.failure === null ? null : waitMs / SECOND_MS,
    },
    isGone: given.status === 410,
    isGivenUp: given.failure !== null && retry.kind === 'give-up' && !event.by_hand,
  }
}

/**
 * The headers of a request; null where the secret cannot be read. Messages for a channel of Slack, Teams or Discord are
 * not signed.
 */
function headersOf(
  webhook: LeasedWebhook,
  event: WaitingEvent,
  { body, seconds }: { body: string; seconds: number },
  sealer: Sealer,
): Record<string, string> | null {
  const plain = { 'content-type': 'application/json', 'user-agent': 'Cairn-Webhooks/1.0' }
  if (webhook.format !== 'standard') return plain
  try {
    const secrets = secretsOf(webhook, sealer)
    return { ...plain, ...signedHeaders({ id: event.message_id, timestamp: seconds, body }, secrets) }
  } catch {
    return null
  }
}

async function exchange(
  url: string,
  headers: Record<string, string>,
  body: string,
  fetch: GuardedFetch,
): Promise<Exchange> {
  try {
    const asked = {
      url,
      method: 'POST',
      headers,
      body,
      milliseconds: MILLISECONDS,
      bytes: BYTES_READ,
      beyond: 'cut',
    } as const
    // The address may hold a secret, so the span does not contain it.
    const answer = await inSpan('call webhook', () => fetch(asked), { kind: 'client' })
    return {
      failure: failureOf(answer.status),
      status: answer.status,
      answer: readable(answer.body),
      retryAfter: retryAfterMs(answer.headers['retry-after']),
    }
  } catch (cause) {
    if (!(cause instanceof FetchRefused)) throw cause
    return { failure: cause.refusal, status: null, answer: null, retryAfter: 0 }
  }
}

function failureOf(status: number): Failure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'answer'
}

/** The beginning as text that Postgres stores: without NUL. */
const readable = (body: Uint8Array) =>
  Buffer.from(body).subarray(0, CHARACTERS_KEPT).toString('utf8').replaceAll('\u0000', '')

/**
 * How long the receiver asks us to wait (RFC 9110, 10.2.3). Only seconds are read, and the wait is no longer than the
 * longest back-off.
 */
function retryAfterMs(header: string | undefined): number {
  const seconds = /^\d{1,9}$/.test(header ?? '') ? Number(header) : 0
  return Math.min(seconds * SECOND_MS, WEBHOOK_LONGEST_DELAY_MS)
}
