import { z } from 'zod'
import { captchaFailed } from '../errors/auth-errors.ts'
import type { Call } from '../http/call.ts'

/** The captcha service. */
export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
  /** Where to ask, instead of the provider's own address. */
  verifyUrl?: string
}

const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const TIMEOUT_MS = 5_000

/** The field by which clients send a solved captcha along. */
export const captchaField = z.object({ captcha_token: z.string().max(10_000).nullish() }).nullish()

/** Keeps programs away from what costs us mails and hashes, where the settings ask for it. */
export interface Captcha {
  /** Throws `captcha_failed` unless the caller solved a captcha. The holder of the service key needs none. */
  require(call: Call, security: z.output<typeof captchaField>): Promise<void>
}

export function createCaptcha(settings: CaptchaSettings | null): Captcha {
  if (settings === null) return { require: async () => {} }
  return {
    async require(call, security) {
      if (call.apiRole === 'service_role') return
      const token = security?.captcha_token ?? ''
      if (token === '') throw captchaFailed('no captcha_token found')
      const faults = await verify(settings, token, call.clientAddress)
      if (faults !== null) throw captchaFailed(faults)
    },
  }
}

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** The faults of a token; null when the service accepts it. A service that does not answer accepts nothing. */
async function verify(
  { provider, secret, verifyUrl }: CaptchaSettings,
  token: string,
  address: string,
): Promise<string | null> {
  try {
    const response = await fetch(verifyUrl ?? VERIFY_URLS[provider], {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = answerSchema.parse(await response.json())
    return answer.success ? null : answer['error-codes'].join(', ')
  } catch {
    return 'the captcha service does not answer'
  }
}
