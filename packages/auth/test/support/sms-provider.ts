import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TwilioSettings } from '@cairn/delivery/sms/twilio'
import { PATIENTLY } from '@cairn/testing/patience'
import { vi } from 'vitest'

/** A message that the provider was asked to send, and the request for it. */
interface SentSms {
  path: string
  authorization: string | undefined
  fields: Record<string, string>
}

/** An SMS provider on the loopback, in the protocol of Twilio's Messages resource. */
export interface SmsProvider {
  settings: TwilioSettings
  readonly messages: readonly SentSms[]
  /** The code of the next message to a number that has not been read yet; waits for it. */
  nextCode(number: string): Promise<string>
  /** Refuses the next message with an error of Twilio's. */
  refuseOnce(status: number, code: number): void
  close(): Promise<void>
}

export async function openSmsProvider(): Promise<SmsProvider> {
  const messages: SentSms[] = []
  const read = new Set<SentSms>()
  let refusal: { status: number; code: number } | null = null
  const server = createServer(async (request: IncomingMessage, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    const { status, code } = refusal ?? { status: 201, code: 0 }
    if (refusal === null) {
      messages.push({ path: request.url ?? '', authorization: request.headers.authorization, fields })
    }
    refusal = null
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 201 ? { sid: 'SM1' } : { code, message: `To ${fields['To']}` }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The SMS provider has no port.')

  return {
    settings: {
      accountSid: 'AC1',
      authToken: 'twilio-token',
      messageServiceSid: 'MG1',
      apiUrl: `http://127.0.0.1:${address.port}`,
    },
    messages,
    nextCode: (number) =>
      vi.waitFor(() => {
        const found = messages.find((sent) => !read.has(sent) && sent.fields['To']?.endsWith(`+${number}`))
        const code = /\d{6}/.exec(found?.fields['Body'] ?? '')?.[0]
        if (found === undefined || code === undefined) throw new Error(`No code for ${number} yet.`)
        read.add(found)
        return code
      }, PATIENTLY),
    refuseOnce(status, code) {
      refusal = { status, code }
    },
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
