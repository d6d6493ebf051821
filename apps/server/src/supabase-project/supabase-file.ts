import type { HookFunction } from '@cairn/auth/hooks/call-function'
import { z } from 'zod'
import { mfaPhone, smsSection } from './supabase-sms.ts'
import { duration } from './supabase-values.ts'

/** A Postgres function, written as `pg-functions://postgres/<schema>/<name>`. */
const hook = z
  .object({ enabled: z.boolean().default(false), uri: z.string().default('') })
  .transform(({ enabled, uri }, context): HookFunction | null => {
    if (!enabled) return null
    const [, schema, name] = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
    if (schema === undefined || name === undefined) {
      context.addIssue({ code: 'custom', message: 'must be pg-functions://postgres/<schema>/<function>' })
      return z.NEVER
    }
    return { schema, name }
  })

/** A provider to sign in with; `url` is the issuer where it is not the usual one. */
const external = z.object({
  enabled: z.boolean().default(false),
  client_id: z.string().default(''),
  secret: z.string().default(''),
  url: z.string().default(''),
  /** Cairn's own: the operator vouches for each address that the provider gives. */
  trust_email: z.boolean().default(false),
})

const captcha = z.object({
  enabled: z.boolean().default(false),
  provider: z.enum(['hcaptcha', 'turnstile']),
  secret: z.string(),
})

const template = z.object({ subject: z.string(), content_path: z.string() })

/** The same where what is left out has a default. */
const optionalTemplate = z
  .object({
    subject: z.string().optional(),
    content_path: z.string().optional(),
    content: z.string().optional(),
  })
  .optional()

/** The mails that Supabase has. */
const mails = <T extends z.ZodType>(mail: T) =>
  z.object({
    confirmation: mail,
    invite: mail,
    magic_link: mail,
    recovery: mail,
    email_change: mail,
    reauthentication: mail,
  })

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** Supabase's names for what passwords have to contain, as groups of characters. */
const PASSWORD_REQUIREMENTS = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
} as const

const passwordRequirements = z
  .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
  .default('')
  .transform((name) => PASSWORD_REQUIREMENTS[name])

const DAY_SECONDS = 24 * 3_600

const passwordLength = z.number().int().min(6).max(72)

const passwordChange = z.object({
  minimum_length: passwordLength.default(8),
  required_characters: z
    .string()
    .default('')
    .transform((groups) => groups.split(':').filter((group) => group !== '')),
  remembered: z.number().int().min(0).max(20).default(1),
  leaked_range_url: z.url({ protocol: /^https$/ }).optional(),
})

/** As whom passkeys are asked for; what is left empty follows from the public address. */
const relyingParty = z.object({
  rp_display_name: z.string().default('Cairn'),
  rp_id: z.string().default(''),
  rp_origins: z.array(z.string()).default([]),
})

/** Supabase's names for the OAuth server; the path is that of the page that asks people. */
const oauthServer = z.object({
  enabled: z.boolean().default(false),
  authorization_url_path: z.string().startsWith('/').default('/oauth/consent'),
  allow_dynamic_registration: z.boolean().default(false),
})

const configWith = <T extends z.ZodType>(templates: T) =>
  z.object({
    api: z.object({
      schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public']),
      max_rows: z.number().int().default(1000),
    }),
    auth: z.object({
      jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
      enable_signup: z.boolean().default(true),
      minimum_password_length: passwordLength.default(8),
      password_requirements: passwordRequirements,
      password_sign_up: z
        .object({ minimum_strength: z.number().int().min(0).max(100).default(0) })
        .prefault({}),
      password_change: passwordChange.prefault({}),
      site_url: z.string().optional(),
      additional_redirect_urls: z.array(z.string()).default([]),
      enable_anonymous_sign_ins: z.boolean().default(false),
      captcha: captcha.optional(),
      enable_manual_linking: z.boolean().default(false),
      external: z.record(z.string(), external).default({}),
      sessions: z
        .object({
          timebox: duration.default(180 * DAY_SECONDS),
          inactivity_timeout: duration.default(30 * DAY_SECONDS),
        })
        .prefault({}),
      passkey: z.object({ enabled: z.boolean().default(false) }).prefault({}),
      webauthn: relyingParty.prefault({}),
      oauth_server: oauthServer.prefault({}),
      links: z.object({ prove_all: z.boolean().default(false) }).prefault({}),
      sms: smsSection.prefault({}),
      mfa: z.object({ phone: mfaPhone.prefault({}) }).prefault({}),
      rate_limit: z.object({ sms_sent: z.number().int().min(0).default(30) }).prefault({}),
      email: z.object({
        enable_confirmations: z.boolean().default(true),
        template: templates,
      }),
      hook: z
        .object({
          before_user_created: hook.optional(),
          password_verification_attempt: hook.optional(),
          custom_access_token: hook.optional(),
          invitation: hook.optional(),
          recipient_language: hook.optional(),
          end_programs: hook.optional(),
          provider_trial: hook.optional(),
          sign_in_by_provider: hook.optional(),
        })
        .prefault({}),
    }),
  })

/** The settings that this server reads from its own `config.toml`. */
export const configFile = configWith(mails(template))

/**
 * The same for another project, with the settings that Cairn itself does not use: the address of its site, and its
 * seeds.
 */
export const projectConfigFile = configWith(mails(optionalTemplate).prefault({})).extend({
  db: z
    .object({
      seed: z
        .object({ enabled: z.boolean().default(true), sql_paths: z.array(z.string()).optional() })
        .prefault({}),
    })
    .prefault({}),
})

type ConfigFile = z.output<typeof configFile>

/** Its part about signing up and in. */
export type AuthFile = ConfigFile['auth']

/** The settings of a project's mails. */
export type ProjectMails = z.output<typeof projectConfigFile>['auth']['email']['template']

/** The settings common to every project, whatever its mails are. */
export interface CommonFile {
  api: ConfigFile['api']
  auth: Omit<AuthFile, 'email'> & { email: Pick<AuthFile['email'], 'enable_confirmations'> }
}
