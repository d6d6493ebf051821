import type { CatalogueKind } from './records/catalogues.ts'

/** What can happen; the same words stand in `type` of what is sent. */
export const WEBHOOK_EVENTS = [
  'record.created',
  'record.changed',
  'record.deleted',
  'record.restored',
  'owner.changed',
  'handover.asked',
  'handover.answered',
  'member.joined',
  'member.left',
  'run.late',
  'run.failed',
  'run.back',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `standard` is signed JSON after Standard Webhooks; the others are messages in words for a channel of that product. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams', 'discord'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** How many webhooks an account has at most. */
export const MOST_WEBHOOKS = 50
/** How long the name of a webhook may be, in characters. */
export const WEBHOOK_NAME_LENGTH = 100
/** How long its address may be. */
export const WEBHOOK_URL_LENGTH = 2_000
/** For how long the former secret signs beside the new one. */
export const WEBHOOK_OVERLAP_HOURS = 24
/** For how long deliveries are listed. */
export const WEBHOOK_LOG_DAYS = 30
/** How many deliveries a page has. */
export const WEBHOOK_DELIVERIES_PAGE = 50

/**
 * What a webhook leaves out of its events of records. An empty list stands for any. Events of members have no record and
 * are not filtered.
 */
export interface WebhookFilter {
  kinds: readonly CatalogueKind[]
  /** Ids of tags: the record has one of them. */
  tags: readonly string[]
  /** Names of fields as the history has them, `own.<id>` for own ones: one of them changed. For `record.changed` alone. */
  fields: readonly string[]
}

/** What an admin says of a webhook. */
export interface WebhookSettings {
  name: string
  url: string
  /** At least one. */
  events: readonly WebhookEvent[]
  filter: WebhookFilter
}

/** By hand; at the answer 410; after three days without success. */
export type WebhookPause = 'by_hand' | 'gone' | 'failing'

export interface Webhook extends WebhookSettings {
  id: string
  format: WebhookFormat
  /** Null while it is active. */
  paused: WebhookPause | null
  /** Since when nothing could be delivered; null while all goes well. */
  failingSince: Date | null
  /** When something was last delivered. */
  deliveredAt: Date | null
  /** How many events wait to be sent; counted up to 1,000. */
  waiting: number
  /** Until when the former secret signs too; null where there is none. */
  formerSecretUntil: Date | null
  /** Who made it and is told when it is paused; null where that person has left: then the admins are told. */
  ownerId: string | null
  /** Null where that person has left. */
  ownerName: string | null
  createdAt: Date
}

/** Why there was no answer of 2xx. */
export const WEBHOOK_FAILURES = [
  /** An answer with another status. */
  'answer',
  /** An answer that sends elsewhere, which is not followed. */
  'redirect',
  'too_slow',
  /** No connection, or one that broke. */
  'unreachable',
  'unknown_host',
  'certificate',
  /** The address, or what its name stands for, is not on the public internet. */
  'address_refused',
  /** The server that sends cannot read the secret. */
  'unsigned',
] as const
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number]

/** One attempt to deliver one event. */
export interface WebhookDelivery {
  id: string
  /** The `webhook-id`, the same for all attempts of one event. */
  messageId: string
  /** `test` for one that was asked for. */
  event: WebhookEvent | 'test'
  /** Null for events of members, and tests. */
  record: { kind: CatalogueKind; id: string; name: string } | null
  /** Counts the attempts of the event from 1. */
  attempt: number
  at: Date
  milliseconds: number
  /** Null where it was delivered. */
  failure: WebhookFailure | null
  /** Null where there was no answer. */
  status: number | null
}

/** What was sent and what came back. */
export interface WebhookExchange {
  requestHeaders: Readonly<Record<string, string>>
  requestBody: string
  /** The first 2 kB; null where there was no answer. */
  answerBody: string | null
}

/** The last delivery of a page. */
export interface WebhookDeliveryPosition {
  at: string
  id: string
}

export interface WebhookDeliveriesPage {
  items: readonly WebhookDelivery[]
  /** After which the older ones come; null at the end. */
  next: WebhookDeliveryPosition | null
}

/** Tells other programs of what happens in the account. For its admins; the owner of a webhook reads it even without that level. */
export interface WebhooksPart {
  /** By name. */
  list(): Promise<readonly Webhook[]>
  /** Gives the secret, which is shown this once. The format stays what it is. */
  create(settings: WebhookSettings, format: WebhookFormat): Promise<{ id: string; secret: string }>
  update(id: string, settings: WebhookSettings): Promise<void>
  /** Gives the new secret, which is shown this once. The former one signs too for a day. */
  rotateSecret(id: string): Promise<string>
  /** Nothing that happens from now on is kept for it; what waits already goes out once it is resumed. */
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** With its log and all that waits. */
  delete(id: string): Promise<void>
  /** The newest first. */
  deliveries(id: string, after: WebhookDeliveryPosition | null): Promise<WebhookDeliveriesPage>
  /** One delivery whole. */
  exchange(delivery: string): Promise<WebhookExchange>
  /** Sends what that delivery sent once more, with the same `webhook-id`. Once, also while the webhook is paused. */
  sendAgain(delivery: string): Promise<void>
  /** Sends an event `test`. Once, also while the webhook is paused. */
  sendTest(id: string): Promise<void>
}
