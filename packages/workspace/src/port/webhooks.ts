import type { CatalogueKind } from './records/catalogues.ts'

/** The types of events; `type` in the request has the same words. */
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

/**
 * The formats of messages. `standard` is signed JSON after Standard Webhooks; the others are messages in words for a
 * channel of that product.
 */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams', 'discord'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** How many webhooks an account has at most. */
export const MOST_WEBHOOKS = 50
/** How long the name of a webhook may be, in characters. */
export const WEBHOOK_NAME_LENGTH = 100
/** How long its address may be, in characters. */
export const WEBHOOK_URL_LENGTH = 2_000
/** For how long the former secret signs beside the new one. */
export const WEBHOOK_OVERLAP_HOURS = 24
/** For how long deliveries are listed. */
export const WEBHOOK_LOG_DAYS = 30
/** How many deliveries a page has. */
export const WEBHOOK_DELIVERIES_PAGE = 50

/**
 * The filter of a webhook's record events. An empty list matches any. Events of members have no record and are not
 * filtered.
 */
export interface WebhookFilter {
  kinds: readonly CatalogueKind[]
  /** IDs of tags, of which the record has one. */
  tags: readonly string[]
  /**
   * Names of fields as the history has them, `own.<id>` for custom ones, of which one changed. For `record.changed`
   * alone.
   */
  fields: readonly string[]
}

/** The settings of a webhook that an admin enters. */
export interface WebhookSettings {
  name: string
  url: string
  /** At least one. */
  events: readonly WebhookEvent[]
  filter: WebhookFilter
}

/** The reason of a pause: by hand; a response of 410; three days without success. */
export type WebhookPause = 'by_hand' | 'gone' | 'failing'

export interface Webhook extends WebhookSettings {
  id: string
  format: WebhookFormat
  /** Null while it is active. */
  paused: WebhookPause | null
  /** Since when every delivery has failed; null while all goes well. */
  failingSince: Date | null
  /** The time of the last successful delivery. */
  deliveredAt: Date | null
  /** How many events wait to be sent; counted up to 1,000. */
  waiting: number
  /** Until when the former secret signs too; null where there is none. */
  formerSecretUntil: Date | null
  /**
   * The owner, who is notified when the webhook is paused; null where that person has left: then the admins are
   * notified.
   */
  ownerId: string | null
  /** Null where that person has left. */
  ownerName: string | null
  createdAt: Date
}

/** The reasons why there was no 2xx response. */
export const WEBHOOK_FAILURES = [
  /** A response with another status. */
  'answer',
  /** A redirect, which is not followed. */
  'redirect',
  'too_slow',
  /** No connection, or one that broke. */
  'unreachable',
  'unknown_host',
  'certificate',
  /** The address, or an IP address of its name, is not on the public internet. */
  'address_refused',
  /** The sending server cannot read the secret. */
  'unsigned',
] as const
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number]

/** An attempt to deliver an event. */
export interface WebhookDelivery {
  id: string
  /** The `webhook-id`, the same for all attempts of one event. */
  messageId: string
  /** `test` for an event that a user sent by hand. */
  event: WebhookEvent | 'test'
  /** Null for events of members, and tests. */
  record: { kind: CatalogueKind; id: string; name: string } | null
  /** Counts the attempts of the event from 1. */
  attempt: number
  at: Date
  milliseconds: number
  /** Null where it was delivered. */
  failure: WebhookFailure | null
  /** Null where there was no response. */
  status: number | null
}

/** The request and the response of a delivery. */
export interface WebhookExchange {
  requestHeaders: Readonly<Record<string, string>>
  requestBody: string
  /** The first 2 kB; null where there was no response. */
  answerBody: string | null
}

/** The last delivery of a page. */
export interface WebhookDeliveryPosition {
  at: string
  id: string
}

export interface WebhookDeliveriesPage {
  items: readonly WebhookDelivery[]
  /** The position from which older deliveries continue; null at the end. */
  next: WebhookDeliveryPosition | null
}

/**
 * Sends the events of the account to other programs. For its admins; the owner of a webhook can read it even without
 * that level.
 */
export interface WebhooksPart {
  /** By name. */
  list(): Promise<readonly Webhook[]>
  /** Returns the secret, which is shown this once. The format cannot be changed later. */
  create(settings: WebhookSettings, format: WebhookFormat): Promise<{ id: string; secret: string }>
  update(id: string, settings: WebhookSettings): Promise<void>
  /** Returns the new secret, which is shown this once. The former one signs too for a day. */
  rotateSecret(id: string): Promise<string>
  /** Pauses a webhook: new events are not kept for it; waiting events are sent once it is resumed. */
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Deletes a webhook with its log and all waiting events. */
  delete(id: string): Promise<void>
  /** The newest first. */
  deliveries(id: string, after: WebhookDeliveryPosition | null): Promise<WebhookDeliveriesPage>
  /** Returns one delivery with its request and response. */
  exchange(delivery: string): Promise<WebhookExchange>
  /**
   * Sends the request of that delivery once more, with the same `webhook-id`. Makes one attempt, also while the webhook
   * is paused.
   */
  sendAgain(delivery: string): Promise<void>
  /** Sends an event `test`. Makes one attempt, also while the webhook is paused. */
  sendTest(id: string): Promise<void>
}
