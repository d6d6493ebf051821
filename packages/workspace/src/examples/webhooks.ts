import type {
  Webhook,
  WebhookDeliveriesPage,
  WebhookDelivery,
  WebhookEvent,
  WebhookExchange,
} from '../port/webhooks.ts'
import { DAY, HOUR, minutesAgo } from './moments.ts'

const RECORDS = {
  crm: { kind: 'system', id: 'demo-system-crm', name: 'Salesforce' },
  erp: { kind: 'system', id: 'demo-system-erp', name: 'SAP ERP' },
  invoices: { kind: 'automation', id: 'demo-automation-2', name: 'Invoice approval' },
} as const

/** The values that an example delivery specifies; all others follow from them. */
interface DeliverySample {
  event: WebhookEvent | 'test'
  record: keyof typeof RECORDS | null
  minutesAgo: number
  milliseconds: number
  /** 200 where the event was delivered; null where no response came in time. */
  status: number | null
  /** The number of the attempt, and the name that the attempts of one event share. */
  attempt?: number
  message: string
}

const CHANNEL_SAMPLES: readonly DeliverySample[] = [
  { event: 'run.failed', record: 'invoices', minutesAgo: 122, milliseconds: 214, status: 200, message: 'c5' },
  {
    event: 'record.changed',
    record: 'crm',
    minutesAgo: 5 * HOUR,
    milliseconds: 187,
    status: 200,
    message: 'c4',
  },
  {
    event: 'member.joined',
    record: null,
    minutesAgo: 2 * DAY,
    milliseconds: 241,
    status: 200,
    message: 'c3',
  },
  {
    event: 'owner.changed',
    record: 'invoices',
    minutesAgo: 3 * DAY,
    milliseconds: 203,
    status: 200,
    message: 'c2',
  },
  { event: 'test', record: null, minutesAgo: 9 * DAY, milliseconds: 320, status: 200, message: 'c1' },
]

const INVENTORY_SAMPLES: readonly DeliverySample[] = [
  {
    event: 'record.changed',
    record: 'erp',
    minutesAgo: 34,
    milliseconds: 15_000,
    status: null,
    attempt: 4,
    message: 'i3',
  },
  {
    event: 'record.changed',
    record: 'erp',
    minutesAgo: 99,
    milliseconds: 92,
    status: 503,
    attempt: 3,
    message: 'i3',
  },
  {
    event: 'record.changed',
    record: 'erp',
    minutesAgo: 131,
    milliseconds: 88,
    status: 503,
    attempt: 2,
    message: 'i3',
  },
  { event: 'record.changed', record: 'erp', minutesAgo: 136, milliseconds: 95, status: 503, message: 'i3' },
  {
    event: 'record.created',
    record: 'crm',
    minutesAgo: 3 * DAY,
    milliseconds: 61,
    status: 200,
    message: 'i2',
  },
  { event: 'test', record: null, minutesAgo: 4 * DAY, milliseconds: 74, status: 200, message: 'i1' },
]

const LOGS: Readonly<Record<string, readonly DeliverySample[]>> = {
  'demo-webhook-1': INVENTORY_SAMPLES,
  'demo-webhook-2': CHANNEL_SAMPLES,
}

/**
 * Two webhooks: one has been failing for two hours, the other one posts to a channel. The distances in time stay the
 * same, whenever they are read.
 */
export function demoWebhooks(): readonly Webhook[] {
  const shared = {
    paused: null,
    formerSecretUntil: null,
    ownerId: 'demo-person-1',
    ownerName: 'Alex Example',
  }
  return [
    {
      ...shared,
      id: 'demo-webhook-1',
      name: 'Asset inventory',
      url: 'https://inventory.works.example/hooks/cairn',
      format: 'standard',
      events: ['record.created', 'record.changed', 'record.deleted', 'record.restored'],
      filter: { kinds: ['system'], tags: [], fields: [] },
      failingSince: minutesAgo(136),
      deliveredAt: minutesAgo(3 * DAY),
      waiting: 1,
      createdAt: minutesAgo(40 * DAY),
    },
    {
      ...shared,
      id: 'demo-webhook-2',
      name: 'Channel of the IT team',
      url: 'https://hooks.chat.example/services/T00/B00/example',
      format: 'slack',
      events: ['record.changed', 'owner.changed', 'member.joined', 'run.late', 'run.failed', 'run.back'],
      filter: { kinds: [], tags: ['demo-tag-customers', 'demo-tag-finance'], fields: [] },
      failingSince: null,
      deliveredAt: minutesAgo(122),
      waiting: 0,
      createdAt: minutesAgo(9 * DAY),
    },
  ]
}

/** The deliveries of an example webhook, the newest first. All of them are on one page. */
export function demoWebhookDeliveries(webhookId: string): WebhookDeliveriesPage {
  return { items: (LOGS[webhookId] ?? []).map(deliveryOf), next: null }
}

/** The request and the response of an example delivery. Null for an unknown delivery. */
export function demoWebhookExchange(deliveryId: string): WebhookExchange | null {
  const sample = Object.values(LOGS)
    .flat()
    .find((one) => idOf(one) === deliveryId)
  if (sample === undefined) return null
  const at = minutesAgo(sample.minutesAgo)
  return {
    requestHeaders: {
      'content-type': 'application/json',
      'user-agent': 'Cairn-Webhooks',
      'webhook-id': sample.message,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
    requestBody: JSON.stringify({
      type: sample.event,
      timestamp: at.toISOString(),
      data: sample.record === null ? {} : { record: RECORDS[sample.record] },
    }),
    answerBody:
      sample.status === null ? null : sample.status === 200 ? 'ok' : '{"error":"Maintenance until 14:00"}',
  }
}

function deliveryOf(sample: DeliverySample): WebhookDelivery {
  const { event, record, milliseconds, status, attempt = 1, message } = sample
  return {
    id: idOf(sample),
    messageId: message,
    event,
    record: record === null ? null : RECORDS[record],
    attempt,
    at: minutesAgo(sample.minutesAgo),
    milliseconds,
    failure: status === null ? 'too_slow' : status === 200 ? null : 'answer',
    status,
  }
}

function idOf({ message, attempt = 1 }: DeliverySample): string {
  return `demo-delivery-${message}-${attempt}`
}
