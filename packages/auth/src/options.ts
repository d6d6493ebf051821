import type { Language } from '@cairn/delivery/port/language'
import type { Messages } from '@cairn/delivery/port/messages'
import type { NamedTemplates, SmsTemplates } from '@cairn/delivery/port/templates'
import type { DatabaseClock } from '@cairn/postgres/pool/database-clock'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Observe } from './events.ts'
import type { CaptchaSettings } from './guards/captcha.ts'
import type { HookSettings } from './hooks/hooks.ts'
import type { MailTemplates } from './model/mail-templates.ts'
import type { SessionLimits } from './model/session.ts'
import type { PasswordRules } from './passwords/strength.ts'
import type { ProviderSettings } from './providers/provider.ts'
import type { FetchOptions } from './saml/fetch-metadata.ts'
import type { Secret } from './tokens/secrets.ts'
import type { PasskeySettings } from './webauthn/relying-party.ts'

/** Settings of sign-in by phone number. */
export interface PhoneSettings {
  /** Whether a number counts as confirmed without a code. */
  autoconfirm: boolean
  /** Whether a phone can be a second factor. */
  factors: boolean
  templates: SmsTemplates
}

/** The texts of messages in a language other than English. */
interface Translation {
  mails: NamedTemplates
  sms: SmsTemplates
}

export interface AuthSettings {
  jwtExpirySeconds: number
  passwords: PasswordRules & {
    /** How many of the latest passwords cannot be chosen again, the current password included. */
    remembered: number
    /**
     * A range service for leaked passwords, such as https://api.pwnedpasswords.com/range/; none is asked when left
     * out.
     */
    leakedRangeUrl?: string
  }
  enableSignup: boolean
  /** Whether an address counts as confirmed without a link or a code. */
  mailerAutoconfirm?: boolean
  /**
   * Whether links prove as much as in Supabase Auth: a confirmation keeps the password of the sign-up for every user
   * who redeems it, and a change of address needs no session.
   */
  linksProveAll?: boolean
  /** Without these settings users cannot sign in with a phone number. */
  phone?: PhoneSettings
  /** Whether users without an address can have a session. */
  allowAnonymous?: boolean
  captcha?: CaptchaSettings
  /** Without these settings a session lasts until its user or an operator ends it. */
  sessions?: SessionLimits
  /** The external providers, by the names that clients use: google, github, azure, or any other. */
  providers?: Readonly<Record<string, ProviderSettings>>
  /** Single sign-on by SAML 2.0, with the identity providers that an operator adds. */
  saml?: boolean
  /** Passkeys; without these settings there are none. */
  passkeys?: PasskeySettings
  /** Without these settings, other programs cannot ask users for access. */
  oauthServer?: OAuthServerSettings
  /** Whether users may link providers to their account, and unlink them. */
  manualLinking?: boolean
  /** The destination of a link that names no allowed address. */
  siteUrl: string
  /** Addresses that links may lead to beside `siteUrl`; `*` stands for letters and digits of one path segment. */
  redirectAllowList: readonly string[]
  hooks: HookSettings
  /** The templates in English. */
  templates: MailTemplates
  /** The templates in other languages; a mail that a language lacks is sent in English. */
  translations?: Readonly<Record<Language, Translation>>
  rateLimits?: RateLimitSettings
}

/** Other programs that act for people: an OAuth 2.1 authorization server with OpenID Connect. */
export interface OAuthServerSettings {
  /**
   * The page of the site that asks the person; it gets `authorization_id`, or the error code of OAuth for a `problem`.
   */
  consentPath: string
  /** The scopes that the product gives clients, beside `openid`, `profile`, `email` and `offline_access`. */
  scopes: readonly string[]
  /** Paths of resources beside the data API that tokens can be for, such as `/mcp`. */
  resources: readonly string[]
  /** Whether clients may register by themselves. */
  dynamicRegistration: boolean
}

/** A client's metadata document, as far as it was read. */
export interface ClientDocument {
  status: number
  /** Its media type; empty when the answer has none. */
  type: string
  body: Uint8Array
}

/**
 * Reads the metadata document of a client. Anyone can name an address, so the function has to refuse private networks,
 * redirects, more than 5 kB and more than 3 seconds, by throwing.
 */
export type FetchClientDocument = (url: string) => Promise<ClientDocument>

/** The rate limits; a missing one has a default. */
interface RateLimitSettings {
  /** Sign-ups and resent mails from one network address within five minutes. */
  signUpsPerFiveMinutes?: number
  /** Codes tried from one network address within five minutes. */
  codesPerFiveMinutes?: number
  /** Mails of invitations from one network address within five minutes. */
  invitationsPerFiveMinutes?: number
  /** Wrong passwords from one network address within five minutes, for all accounts together; pauses follow. */
  wrongPasswordsPerFiveMinutes?: number
  /** Requests and responses of single sign-on from one network address within five minutes. */
  singleSignOnsPerFiveMinutes?: number
  /** Sign-ins with passkeys, begun and answered, from one network address within five minutes. */
  passkeysPerFiveMinutes?: number
  /** Decisions of people that OAuth clients ask for, from one network address within five minutes. */
  decisionsPerFiveMinutes?: number
  /** Requests of OAuth clients for a token or its end, from one network address within five minutes. */
  clientRequestsPerFiveMinutes?: number
  /** OAuth clients that register from one network address within an hour. */
  registrationsPerHour?: number
  /** Seconds between two mails to one address that one network asks for; 0 for no such limit. */
  mailCooldownSeconds?: number
  /** Mails to one address within an hour that one network asks for. */
  mailsPerHour?: number
  /** Networks that may ask for mails to one address at once; each further one waits. */
  strangersAtOnce?: number
  /** Seconds between two SMS to one number; 0 for no such limit. */
  smsCooldownSeconds?: number
  /** SMS to one number within an hour. */
  smsPerHour?: number
  /** SMS to all numbers together within an hour: each costs money. */
  smsPerHourTotal?: number
}

export interface AuthOptions {
  /** Connections as supabase_auth_admin, to a database that has this package's migrations. */
  database: Privileged
  /** The server's public address: `https://cairn.example.org`, without a slash at the end. */
  publicUrl: string
  /** 32 bytes, or their holder during a change: keys and tokens are derived from them. */
  secret: Secret
  /** The queues of mails and SMS. */
  messages: Messages
  /** An earlier secret of this installation, whose HS256 tokens and keys are still accepted. */
  legacyJwtSecret?: string
  settings: AuthSettings
  /** Without it a client cannot identify itself by the address of its metadata document. */
  fetchClientDocument?: FetchClientDocument
  /** Overrides how metadata of identity providers is fetched; for tests. */
  samlFetching?: FetchOptions
  /** The clock that dates everything stored, used to validate times from outside. */
  clock: DatabaseClock
  /** How many passwords are hashed at the same time; as many as there are cores unless it is given. */
  hashesAtOnce?: number
  /** The cost of the hash of a new password, as bcrypt counts it; tests that are not about it lower it. */
  hashCost?: number
  observe?: Observe
}
