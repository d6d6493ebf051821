/** How a text message can travel. */
export type TextChannel = 'sms' | 'whatsapp'

/** A text message ready to leave. */
export interface TextMessage {
  id: string
  createdAt: Date
  channel: TextChannel
  /** Digits, without the plus. */
  to: string
  text: string
}

/** The way out. `send` resolves when the other side has accepted the message, and rejects when it may not have. */
export interface TextTransport {
  readonly channels: readonly TextChannel[]
  send(message: TextMessage): Promise<void>
}
