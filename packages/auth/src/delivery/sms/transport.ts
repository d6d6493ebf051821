/** How a text message can travel. */
export type SmsChannel = 'sms' | 'whatsapp'

/** A text message ready to leave. */
export interface SmsMessage {
  id: string
  createdAt: Date
  channel: SmsChannel
  /** Digits, without the plus. */
  to: string
  text: string
}

/** The way out. `send` resolves when the other side has accepted the message, and rejects when it may not have. */
export interface SmsTransport {
  readonly channels: readonly SmsChannel[]
  send(message: SmsMessage): Promise<void>
}
