import type { SmsChannel } from '../port/messages.ts'

/** An SMS, or a message by another channel, ready to be sent. */
export interface SmsMessage {
  id: string
  createdAt: Date
  channel: SmsChannel
  /** Digits, without the plus. */
  to: string
  text: string
}

/** Sends SMS. `send` resolves when the provider has accepted the message, and rejects when it may not have. */
export interface SmsTransport {
  readonly channels: readonly SmsChannel[]
  send(message: SmsMessage): Promise<void>
}
