import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import {
  WEBHOOK_DELIVERIES_PAGE,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookDelivery,
  type WebhookSettings,
  type WebhooksPart,
} from '@cairn/workspace/port/webhooks'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const webhooksAnswer = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    kinds: z.array(z.enum(CATALOGUE_KINDS)),
    tags: z.array(z.string()),
    fields: z.array(z.string()),
    paused: z.nullable(z.enum(['by_hand', 'gone', 'failing'])),
    owner_id: z.nullable(z.string()),
    owner_name: z.nullable(z.string()),
    created_at: z.string(),
    failing_since: z.nullable(z.string()),
    delivered_at: z.nullable(z.string()),
    waiting: z.number(),
    former_secret_until: z.nullable(z.string()),
  }),
)
const secretAnswer = z.object({ id: z.string(), secret: z.string() })
const deliveriesAnswer = z.array(
  z.object({
    id: z.string(),
    message_id: z.string(),
    event: z.enum([...WEBHOOK_EVENTS, 'test']),
    record: z.nullable(z.object({ kind: z.enum(CATALOGUE_KINDS), id: z.string(), name: z.string() })),
    attempt: z.number(),
    at: z.string(),
    milliseconds: z.number(),
    failure: z.nullable(z.enum(WEBHOOK_FAILURES)),
    status: z.nullable(z.number()),
  }),
)
const exchangeAnswer = z.object({
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string(),
  answer_body: z.nullable(z.string()),
})

/** Webhooks of the account, each call of which is a procedure. */
export function createWebhooks(connect: Connect): WebhooksPart {
  const pause = async (webhook: string, pauses: boolean) => {
    await ask(connect, (supabase) => supabase.rpc('pause_webhook', { webhook, pauses }), z.null())
  }
  return {
    list: async () =>
      (await ask(connect, (supabase) => supabase.rpc('get_webhooks'), webhooksAnswer)).map(webhookOf),
    create: (settings, format) => {
      const args = { ...argsOf(settings), format }
      return ask(connect, (supabase) => supabase.rpc('create_webhook', args), secretAnswer)
    },
    async update(webhook, settings) {
      const args = { webhook, ...argsOf(settings) }
      await ask(connect, (supabase) => supabase.rpc('update_webhook', args), z.null())
    },
    rotateSecret: async (webhook) =>
      (await ask(connect, (supabase) => supabase.rpc('rotate_webhook_secret', { webhook }), secretAnswer))
        .secret,
    pause: (webhook) => pause(webhook, true),
    resume: (webhook) => pause(webhook, false),
    async delete(webhook) {
      await ask(connect, (supabase) => supabase.rpc('delete_webhook', { webhook }), z.null())
    },
    async deliveries(webhook, after) {
      const args = {
        webhook,
        result_limit: WEBHOOK_DELIVERIES_PAGE,
        ...(after === null ? {} : { before_at: after.at, before_id: after.id }),
      }
      const rows = await ask(
        connect,
        (supabase) => supabase.rpc('get_webhook_deliveries', args),
        deliveriesAnswer,
      )
      const last = rows.length < WEBHOOK_DELIVERIES_PAGE ? undefined : rows.at(-1)
      return { items: rows.map(deliveryOf), next: last === undefined ? null : { at: last.at, id: last.id } }
    },
    async exchange(delivery) {
      const columns = 'request_headers, request_body, answer_body'
      const row = await ask(
        connect,
        (supabase) => supabase.from('webhook_deliveries').select(columns).eq('id', delivery).maybeSingle(),
        z.nullable(exchangeAnswer),
      )
      if (row === null)
        throw new WorkspaceError(phrase('This delivery is no longer in the log.'), { kind: 'not-found' })
      return {
        requestHeaders: row.request_headers,
        requestBody: row.request_body,
        answerBody: row.answer_body,
      }
    },
    async sendAgain(delivery) {
      await ask(connect, (supabase) => supabase.rpc('send_webhook_again', { delivery }), z.null())
    },
    async sendTest(webhook) {
      await ask(connect, (supabase) => supabase.rpc('send_webhook_test', { webhook }), z.null())
    },
  }
}

const argsOf = ({ name, url, events, filter }: WebhookSettings) => ({
  name,
  url,
  events: [...events],
  kinds: [...filter.kinds],
  tags: [...filter.tags],
  fields: [...filter.fields],
})

const moment = (at: string | null) => (at === null ? null : new Date(at))

function webhookOf(row: z.output<typeof webhooksAnswer>[number]): Webhook {
  const { id, name, url, format, events, kinds, tags, fields, paused, waiting } = row
  return {
    ...{ id, name, url, format, events, paused, waiting },
    filter: { kinds, tags, fields },
    failingSince: moment(row.failing_since),
    deliveredAt: moment(row.delivered_at),
    formerSecretUntil: moment(row.former_secret_until),
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    createdAt: new Date(row.created_at),
  }
}

function deliveryOf(row: z.output<typeof deliveriesAnswer>[number]): WebhookDelivery {
  const { id, message_id: messageId, event, record, attempt, at, milliseconds, failure, status } = row
  return { id, messageId, event, record, attempt, at: new Date(at), milliseconds, failure, status }
}
