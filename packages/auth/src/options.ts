import type { Privileged } from '@cairn/postgres/privileged'
import type { TextTemplates } from './delivery/sms/queue.ts'
import type { TwilioSettings } from './delivery/sms/twilio.ts'
import type { Observe } from './events.ts'
import type { SessionLimits } from './model/session.ts'
import type { PasswordRule } from './passwords/strength.ts'
import type { ProviderSettings } from './providers/provider.ts'
import type { FetchOptions } from './saml/fetch-metadata.ts'
import type { Transaction } from './store/transaction.ts'

/** A Postgres function that the product offers as hook. */
export interface HookFunction {
  schema: string
  name: string
}

/** Sources of a mail, in the placeholders of Supabase's templates (see delivery/render.ts). */
export interface MailTemplate {
  subject: string
  html: string
  text: string
}

/** The service that tells people from programs. */
export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
  /** Where to ask, instead of the provider's own address. */
  verifyUrl?: string
}

/** What holds where people can sign in with a phone number. */
export interface PhoneSettings {
  /** Whether a number counts as proven as soon as somebody says that it is theirs. */
  autoconfirm: boolean
  /** Whether a phone can be a second factor. */
  factors: boolean
  templates: TextTemplates
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
  hooks: {
    beforeUserCreated?: HookFunction
    passwordVerificationAttempt?: HookFunction
    customAccessToken?: HookFunction
  }
  templates: {
    confirmation: MailTemplate
    /** To the owner of an address that somebody signed up with again. */
    existingAccount: MailTemplate
    invite: MailTemplate
    magicLink: MailTemplate
    recovery: MailTemplate
    /** To both addresses. */
    emailChange: MailTemplate
    reauthentication: MailTemplate
  }
  rateLimits?: {
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
    textCooldownSeconds?: number
    /** Text messages to one number within an hour. */
    textsPerHour?: number
    /** Text messages to whatever numbers within an hour: each costs money. */
    textsPerHourInAll?: number
  }
}

/** A mail of the product's own. Whoever fills `data`, which the template names as `.Data`, answers for its words. */
export interface Notice {
  template: string
  to: string
  data: Readonly<Record<string, string>>
}

/** What the product has to mail, beside what accounts need. */
export interface Notices {
  templates: Readonly<Record<string, MailTemplate>>
  /** Takes what is due, in the transaction that queues it: asked every few seconds, by every server. */
  take(tx: Transaction): Promise<readonly Notice[]>
}

export interface AuthOptions {
  /** The door of supabase_auth_admin, over a database that has this package's migrations. */
  database: Privileged
  /** Where people reach the server: `https://cairn.example.org`, without a slash at the end. */
  publicUrl: string
  /** 32 bytes that stay the same as long as the database: keys and tokens are derived from them. */
  secret: Uint8Array
  mail: {
    from: string
    /** Sends through this server; `null` keeps every mail as a file in `outboxDir`. */
    smtpUrl: string | null
    outboxDir: string | null
  }
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
