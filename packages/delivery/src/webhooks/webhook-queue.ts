import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import type { Refusal } from '../guarded-fetch/fetch-refused.ts'
import { happened } from './events.ts'

const leased = z.object({
  webhook: z.string(),
  lease: z.string(),
  url: z.string(),
  format: z.string(),
  name: z.string(),
  failures: z.number(),
  /** The present secret first, and the one before a rotation. */
  signs: z.array(
    z.object({ number: z.number(), secret: z.string().nullable(), sealed: z.string().nullable() }),
  ),
  /** The moment of the lease, by the database's clock. */
  moment: z.date(),
})

/** A webhook that this server alone sends to, for half a minute. */
export type LeasedWebhook = z.output<typeof leased>

const waiting = z.object({
  number: z.string(),
  message_id: z.string(),
  subject: z.string(),
  event: z.string(),
  payload: z.union([happened, z.object({ data: z.object({ record: z.unknown() }) })]),
  /** The body to send once more, unchanged. */
  body: z.string().nullable(),
  attempts: z.number(),
  by_hand: z.boolean(),
})

/** An event that waits to be sent to a webhook. */
export type WaitingEvent = z.output<typeof waiting>

/** The reason why an event was not delivered. */
export type Failure = Refusal | 'answer' | 'redirect' | 'unsigned'

/** The result of sending an event. */
export interface Result {
  number: string
  record: unknown
  milliseconds: number
  failure: Failure | null
  status: number | null
  headers: Readonly<Record<string, string>>
  body: string
  /** The first 2 kB. */
  answer: string | null
  /** The wait before the next attempt, in seconds. */
  wait: number | null
}

export async function leaseWebhooks(
  sql: Statements,
  { atMost, failingToo, without }: { atMost: number; failingToo: boolean; without: readonly string[] },
): Promise<LeasedWebhook[]> {
  const rows =
    await sql`select * from private.lease_webhooks(${atMost}, ${failingToo}, ${[...without]}::text[])`
  return z.array(leased).parse([...rows])
}

export async function nextForWebhook(
  sql: Statements,
  webhook: string,
  atMost: number,
): Promise<WaitingEvent[]> {
  const rows = await sql`
    select number::text, message_id, subject, event, payload, body, attempts, by_hand
    from private.next_for_webhook(${webhook}::uuid, ${atMost})`
  return z.array(waiting).parse([...rows])
}

/** The state of a webhook after a turn. */
export interface GoingOn {
  restSeconds: number
  pause: 'gone' | 'failing' | null
}

/** Stores the results of a turn, and releases the webhook. */
export async function settleWebhook(
  sql: Statements,
  { webhook, lease }: LeasedWebhook,
  results: readonly Result[],
  { restSeconds, pause }: GoingOn,
): Promise<void> {
  await sql`
    select private.settle_webhook(
      ${webhook}::uuid, ${lease}::uuid, ${JSON.stringify(results)}::text::jsonb, ${restSeconds}, ${pause}
    )`
}

const open = z.array(z.object({ webhook: z.string(), number: z.number(), secret: z.string() }))

/** Secrets that were created since, and are still stored in plain text. */
export async function openSecrets(sql: Statements): Promise<z.output<typeof open>> {
  const rows = await sql`select webhook, number, secret from private.open_webhook_secrets()`
  return open.parse([...rows])
}

export async function keepSealed(
  sql: Statements,
  { webhook, number }: { webhook: string; number: number },
  sealed: Uint8Array,
): Promise<void> {
  await sql`select private.seal_webhook_secret(${webhook}::uuid, ${number}, ${Buffer.from(sealed)})`
}
