/**
 * The events of messages and webhooks, for log and metrics. No event carries an address, a code, a link or the text of
 * a mail.
 */
export type DeliveryEvent =
  | { kind: 'mail-sent'; mailId: string; template: string; attempts: number }
  | { kind: 'mail-failed'; mailId: string; template: string; attempts: number; cause: unknown }
  | { kind: 'mail-given-up'; mailId: string; template: string; attempts: number; cause: unknown }
  | { kind: 'mail-set-aside'; mailId: string; template: string; attempts: number; cause: unknown }
  | { kind: 'webhook-paused'; webhookId: string; reason: 'gone' | 'failing' }
  | { kind: 'background-failed'; task: 'mail' | 'webhooks'; cause: unknown }

export type Observe = (event: DeliveryEvent) => void
