import { z } from 'zod'
import type { SmsMessage, SmsTransport } from './transport.ts'

/** Shorter than a sender's lease on a message (message-queue.ts), so that two never send the same one. */
const TIMEOUT_MS = 15_000

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A messaging service (MG…), or the number that messages come from. */
  messageServiceSid: string
  /** Where to ask, instead of Twilio's own address. */
  apiUrl?: string
}

const refusal = z.object({ code: z.int() })

/** Sends through Twilio's Messages resource. What it rejects with names neither the number nor the text. */
export function twilioTransport(settings: TwilioSettings): SmsTransport {
  const { accountSid, authToken, apiUrl = 'https://api.twilio.com' } = settings
  const address = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    channels: ['sms', 'whatsapp'],
    async send(message) {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        headers: { authorization: `Basic ${credentials}` },
        body: fields(message, settings.messageServiceSid),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer: unknown = await response.json().catch(() => null)
      if (response.ok) return
      const known = refusal.safeParse(answer)
      throw new Error(
        `Twilio answered ${response.status}${known.success ? `, error ${known.data.code}` : ''}.`,
      )
    },
  }
}

function fields({ to, channel, text }: SmsMessage, sender: string): URLSearchParams {
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const from: [string, string] = sender.startsWith('MG')
    ? ['MessagingServiceSid', sender]
    : ['From', prefix + sender]
  return new URLSearchParams([['To', `${prefix}+${to}`], from, ['Body', text]])
}
