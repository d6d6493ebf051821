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
import { askJson, askOrNull, parsed, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const webhooksAnswer = z.array(
  renamed({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    kinds: z.array(z.enum(CATALOGUE_KINDS)),
    tags: z.array(z.string()),
    fields: z.array(z.string()),
    paused: z.nullable(z.enum(['by_hand', 'gone', 'failing'])),
    ownerId: z.nullable(z.string()),
    ownerName: z.nullable(z.string()),
    createdAt: moment,
    failingSince: z.nullable(moment),
    deliveredAt: z.nullable(moment),
    waiting: z.number(),
    formerSecretUntil: z.nullable(moment),
  }),
)
const secretAnswer = z.object({ id: z.string(), secret: z.string() })
const deliveriesAnswer = z.array(
  renamed({
    id: z.string(),
    messageId: z.string(),
    event: z.enum([...WEBHOOK_EVENTS, 'test']),
    record: z.nullable(z.object({ kind: z.enum(CATALOGUE_KINDS), id: z.string(), name: z.string() })),
    attempt: z.number(),
    at: z.string(),
    milliseconds: z.number(),
    failure: z.nullable(z.enum(WEBHOOK_FAILURES)),
    status: z.nullable(z.number()),
  }),
)
const headers = z.record(z.string(), z.string())

/** Webhooks of the account, each call of which is a procedure. */
export function createWebhooks(connect: Connect): WebhooksPart {
  const pause = async (webhook: string, pauses: boolean) => {
    await tell(connect, (supabase) => supabase.rpc('pause_webhook', { webhook, pauses }))
  }
  return {
    list: async () =>
      (await askJson(connect, (supabase) => supabase.rpc('get_webhooks'), webhooksAnswer)).map(webhookOf),
    create: (settings, format) => {
      const args = { ...argsOf(settings), format }
      return askJson(connect, (supabase) => supabase.rpc('create_webhook', args), secretAnswer)
    },
    async update(webhook, settings) {
      const args = { webhook, ...argsOf(settings) }
      await tell(connect, (supabase) => supabase.rpc('update_webhook', args))
    },
    rotateSecret: async (webhook) =>
      (await askJson(connect, (supabase) => supabase.rpc('rotate_webhook_secret', { webhook }), secretAnswer))
        .secret,
    pause: (webhook) => pause(webhook, true),
    resume: (webhook) => pause(webhook, false),
    async delete(webhook) {
      await tell(connect, (supabase) => supabase.rpc('delete_webhook', { webhook }))
    },
    async deliveries(webhook, after) {
      const args = {
        webhook,
        result_limit: WEBHOOK_DELIVERIES_PAGE,
        ...(after === null ? {} : { before_at: after.at, before_id: after.id }),
      }
      const rows = await askJson(
        connect,
        (supabase) => supabase.rpc('get_webhook_deliveries', args),
        deliveriesAnswer,
      )
      const last = rows.length < WEBHOOK_DELIVERIES_PAGE ? undefined : rows.at(-1)
      return { items: rows.map(deliveryOf), next: last === undefined ? null : { at: last.at, id: last.id } }
    },
    async exchange(delivery) {
      const columns = 'requestHeaders:request_headers, requestBody:request_body, answerBody:answer_body'
      const row = await askOrNull(connect, (supabase) =>
        supabase.from('webhook_deliveries').select(columns).eq('id', delivery).maybeSingle(),
      )
      if (row === null)
        throw new WorkspaceError(phrase('This delivery is no longer in the log.'), { kind: 'not-found' })
      return { ...row, requestHeaders: parsed(row.requestHeaders, headers) }
    },
    async sendAgain(delivery) {
      await tell(connect, (supabase) => supabase.rpc('send_webhook_again', { delivery }))
    },
    async sendTest(webhook) {
      await tell(connect, (supabase) => supabase.rpc('send_webhook_test', { webhook }))
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

function webhookOf({ kinds, tags, fields, ...webhook }: z.output<typeof webhooksAnswer>[number]): Webhook {
  return { ...webhook, filter: { kinds, tags, fields } }
}

function deliveryOf(row: z.output<typeof deliveriesAnswer>[number]): WebhookDelivery {
  return { ...row, at: new Date(row.at) }
}
