import type { Privileged } from '@cairn/postgres/privileged'
import type { MailSettings } from './delivery/delivery.ts'
import type { Notices } from './delivery/mail/notice.ts'
import type { MailTemplates } from './delivery/mail/template.ts'
import type { SmsTemplates } from './delivery/sms/queue.ts'
import type { TwilioSettings } from './delivery/sms/twilio.ts'
import type { Observe } from './events.ts'
import type { CaptchaSettings } from './guards/captcha.ts'
import type { HookSettings } from './hooks/hooks.ts'
import type { SessionLimits } from './model/session.ts'
import type { PasswordRule } from './passwords/strength.ts'
import type { ProviderSettings } from './providers/provider.ts'
import type { FetchOptions } from './saml/fetch-metadata.ts'

/** What holds where people can sign in with a phone number. */
export interface PhoneSettings {
  /** Whether a number counts as proven as soon as somebody says that it is theirs. */
  autoconfirm: boolean
  /** Whether a phone can be a second factor. */
  factors: boolean
  templates: SmsTemplates
}

export interface AuthSettings {
  jwtExpirySeconds: number
  passwords: {
    atSignUp: PasswordRule
    /** For a new password of somebody who has an account, by whatever way they came to change it. */
    atChange: PasswordRule
    /** So many of the latest passwords cannot be chosen again, the current one included. */
    remembered: number
    /** A range service that knows leaked passwords, such as https://api.pwnedpasswords.com/range/; asked only when named. */
    leakedRangeUrl?: string
  }
  enableSignup: boolean
  /** Whether an address counts as proven as soon as somebody says that it is theirs. */
  mailerAutoconfirm?: boolean
  /** Without them nobody signs in with a phone number. */
  phone?: PhoneSettings
  /** Sessions of people without an address. */
  allowAnonymous?: boolean
  captcha?: CaptchaSettings
  /** Without them a session lasts until somebody ends it. */
  sessions?: SessionLimits
  /** Where else people can sign in, by the names that clients use: google, github, azure, or any other. */
  providers?: Readonly<Record<string, ProviderSettings>>
  /** Single sign-on by SAML 2.0, with the identity providers that an operator adds. */
  saml?: boolean
  /** Whether people may add providers to their account, and take them away. */
  manualLinking?: boolean
  /** Where people are sent when a link names no allowed address. */
  siteUrl: string
  /** Addresses that links may lead to beside `siteUrl`; `*` stands for letters and digits of one path segment. */
  redirectAllowList: readonly string[]
  hooks: HookSettings
  templates: MailTemplates
  rateLimits?: RateLimitSettings
}

/** How much is let through; what is left out has a default. */
export interface RateLimitSettings {
  /** Sign-ups and resent mails from one network address within five minutes. */
  signUpsPerFiveMinutes?: number
  /** Codes typed from one network address within five minutes. */
  codesPerFiveMinutes?: number
  /** Beginnings and ends of single sign-on from one network address within five minutes. */
  singleSignOnsPerFiveMinutes?: number
  /** Seconds between two mails to one address; 0 for no such limit. */
  mailCooldownSeconds?: number
  /** Mails to one address within an hour. */
  mailsPerHour?: number
  /** Seconds between two text messages to one number; 0 for no such limit. */
  smsCooldownSeconds?: number
  /** Text messages to one number within an hour. */
  smsPerHour?: number
  /** Text messages to whatever numbers within an hour: each costs money. */
  smsPerHourTotal?: number
}

export interface AuthOptions {
  /** The door of supabase_auth_admin, over a database that has this package's migrations. */
  database: Privileged
  /** Where people reach the server: `https://cairn.example.org`, without a slash at the end. */
  publicUrl: string
  /** 32 bytes that stay the same as long as the database: keys and tokens are derived from them. */
  secret: Uint8Array
  mail: MailSettings
  notices?: Notices
  /** Who carries text messages; without anybody they are kept where mails are. */
  twilio?: TwilioSettings
  /** An earlier secret of this installation, whose HS256 tokens and keys are still accepted. */
  legacyJwtSecret?: string
  settings: AuthSettings
  /** How metadata of identity providers is fetched, where not as usual. */
  samlFetching?: FetchOptions
  /** Milliseconds since 1970, for judging tokens. Everything stored goes by the database's clock. */
  clock?: () => number
  observe?: Observe
}
