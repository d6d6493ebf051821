import type { AuthSettings } from '@cairn/auth/options'
import type { SmsTemplates } from '@cairn/delivery/port/templates'
import type { TwilioSettings } from '@cairn/delivery/sms/twilio'
import { z } from 'zod'
import { duration, fromEnvironment } from './supabase-values.ts'

/** The section `[auth.sms]`. Sign-in with a phone number is on where `enable_signup` is. */
export const smsSection = z.object({
  enable_signup: z.boolean().default(false),
  enable_confirmations: z.boolean().default(true),
  template: z.string().default('Your code is {{ .Code }}'),
  max_frequency: duration.default(60),
  twilio: z
    .object({
      enabled: z.boolean().default(false),
      account_sid: z.string().default(''),
      message_service_sid: z.string().default(''),
      auth_token: z.string().default(''),
    })
    .prefault({}),
})

export const mfaPhone = z.object({
  enroll_enabled: z.boolean().default(false),
  template: z.string().default('Your code is {{ .Code }}'),
})

interface PhoneConfig {
  sms: z.output<typeof smsSection>
  mfa: { phone: z.output<typeof mfaPhone> }
}

/** The texts of SMS. */
export const smsOf = ({ sms, mfa }: PhoneConfig): SmsTemplates => ({
  signIn: sms.template,
  factor: mfa.phone.template,
})

/** The settings for phone numbers; empty where sign-in with a phone number is off. */
export function phoneOf(config: PhoneConfig): Pick<AuthSettings, 'phone'> {
  const { sms, mfa } = config
  if (!sms.enable_signup) return {}
  return {
    phone: {
      autoconfirm: !sms.enable_confirmations,
      factors: mfa.phone.enroll_enabled,
      templates: smsOf(config),
    },
  }
}

/** Throws when Twilio is switched on and something of it is missing. */
export function twilioOf(
  { twilio }: z.output<typeof smsSection>,
  env: NodeJS.ProcessEnv,
): TwilioSettings | null {
  if (!twilio.enabled) return null
  const settings = {
    accountSid: fromEnvironment(twilio.account_sid, env),
    messageServiceSid: fromEnvironment(twilio.message_service_sid, env),
    authToken: fromEnvironment(twilio.auth_token, env),
  }
  if (Object.values(settings).includes('')) {
    throw new Error('[auth.sms.twilio] is switched on, but its account, service or token is empty.')
  }
  return settings
}
