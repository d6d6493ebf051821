import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailTemplate, NamedTemplates } from '@cairn/auth/delivery/mail/template'
import type { SmsTemplates } from '@cairn/auth/delivery/sms/queue'
import type { TwilioSettings } from '@cairn/auth/delivery/sms/twilio'
import type { HookFunction } from '@cairn/auth/hooks/call-function'
import type { AuthSettings } from '@cairn/auth/options'
import type { Language } from '@cairn/auth/rules/language'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { inEveryLanguage, type Languages, readLanguages, translateSms } from './mail-languages.ts'
import { mfaPhone, phoneOf, smsOf, smsSection, twilioOf } from './supabase-sms.ts'
import { duration, fromEnvironment } from './supabase-values.ts'

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
})

const captcha = z.object({
  enabled: z.boolean().default(false),
  provider: z.enum(['hcaptcha', 'turnstile']),
  secret: z.string(),
})

const template = z.object({ subject: z.string(), content_path: z.string() })

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

const file = z.object({
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
    password_change: passwordChange.prefault({}),
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
    links: z.object({ prove_all: z.boolean().default(false) }).prefault({}),
    sms: smsSection.prefault({}),
    mfa: z.object({ phone: mfaPhone.prefault({}) }).prefault({}),
    rate_limit: z.object({ sms_sent: z.number().int().min(0).default(30) }).prefault({}),
    email: z.object({
      enable_confirmations: z.boolean().default(true),
      template: z.object({
        confirmation: template,
        invite: template,
        magic_link: template,
        recovery: template,
        email_change: template,
        reauthentication: template,
      }),
    }),
    hook: z
      .object({
        before_user_created: hook.optional(),
        password_verification_attempt: hook.optional(),
        custom_access_token: hook.optional(),
        invitation: hook.optional(),
        recipient_language: hook.optional(),
      })
      .prefault({}),
  }),
})

/** The part of `supabase/` that this server uses. */
export interface SupabaseConfig {
  schemas: readonly string[]
  /** Schemas that are searched after the one of a request, such as that of the extensions. */
  extraSearchPath: readonly string[]
  maxRows: number
  auth: Omit<AuthSettings, 'siteUrl'>
  /** The product's own mails, by language; Supabase has no mails of this kind. */
  notices: Readonly<Record<Language, NamedTemplates>>
  /** The SMS provider; null to keep SMS where mails are. */
  twilio: TwilioSettings | null
}

/**
 * Reads the same files that the Supabase CLI reads, so that sign-up rules, hooks and mails are the same wherever the
 * folder runs. Throws an error that names the setting at fault.
 */
export async function readSupabaseConfig(
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<SupabaseConfig> {
  const { api, auth } = file.parse(parseToml(await readFile(join(folder, 'config.toml'), 'utf8')))
  const languages = await readLanguages(join(folder, 'templates'))
  const templates = await readTemplates(folder, auth.email.template)
  return {
    schemas: api.schemas,
    extraSearchPath: api.extra_search_path,
    notices: inEveryLanguage(
      {
        notification: await ownTemplate(folder, 'notification'),
        digest: await ownTemplate(folder, 'digest'),
      },
      languages,
    ),
    maxRows: api.max_rows,
    twilio: twilioOf(auth.sms, env),
    auth: {
      jwtExpirySeconds: auth.jwt_expiry,
      passwords: {
        atSignUp: {
          minimumLength: auth.minimum_password_length,
          requiredCharacters: auth.password_requirements,
        },
        atChange: {
          minimumLength: auth.password_change.minimum_length,
          requiredCharacters: auth.password_change.required_characters,
        },
        remembered: auth.password_change.remembered,
        ...(auth.password_change.leaked_range_url && {
          leakedRangeUrl: auth.password_change.leaked_range_url,
        }),
      },
      enableSignup: auth.enable_signup,
      mailerAutoconfirm: !auth.email.enable_confirmations,
      linksProveAll: auth.links.prove_all,
      ...phoneOf(auth),
      translations: translationsOf(templates, smsOf(auth), languages),
      rateLimits: {
        smsCooldownSeconds: auth.sms.max_frequency,
        smsPerHourTotal: auth.rate_limit.sms_sent,
      },
      allowAnonymous: auth.enable_anonymous_sign_ins,
      ...captchaOf(auth.captcha, env),
      ...passkeysOf(auth.passkey.enabled, auth.webauthn),
      manualLinking: auth.enable_manual_linking,
      providers: providersOf(auth.external, env),
      sessions: {
        timeboxSeconds: auth.sessions.timebox || null,
        inactivitySeconds: auth.sessions.inactivity_timeout || null,
      },
      redirectAllowList: auth.additional_redirect_urls,
      hooks: hooksOf(auth.hook),
      templates,
    },
  }
}

function hooksOf(hooks: z.output<typeof file>['auth']['hook']): AuthSettings['hooks'] {
  const { before_user_created, password_verification_attempt, custom_access_token } = hooks
  const { invitation, recipient_language } = hooks
  return {
    ...(before_user_created && { beforeUserCreated: before_user_created }),
    ...(password_verification_attempt && { passwordVerificationAttempt: password_verification_attempt }),
    ...(custom_access_token && { customAccessToken: custom_access_token }),
    ...(invitation && { invitation }),
    ...(recipient_language && { recipientLanguage: recipient_language }),
  }
}

/** What accounts are sent, in the languages beside English. */
function translationsOf(
  templates: AuthSettings['templates'],
  sms: SmsTemplates,
  languages: Languages,
): NonNullable<AuthSettings['translations']> {
  const mails = inEveryLanguage({ ...templates }, languages)
  return Object.fromEntries(
    [...languages].map(([language, said]) => [
      language,
      { mails: mails[language] ?? {}, sms: translateSms(sms, said) },
    ]),
  )
}

/** The providers that are switched on. Throws for one whose id or secret is missing. */
function providersOf(
  entries: Readonly<Record<string, z.output<typeof external>>>,
  env: NodeJS.ProcessEnv,
): NonNullable<AuthSettings['providers']> {
  const enabled = Object.entries(entries).filter(([, provider]) => provider.enabled)
  return Object.fromEntries(
    enabled.map(([name, provider]) => {
      const clientId = fromEnvironment(provider.client_id, env)
      const clientSecret = fromEnvironment(provider.secret, env)
      if (clientId === '' || clientSecret === '') {
        throw new Error(`[auth.external.${name}] is switched on, but its client_id or secret is empty.`)
      }
      return [name, { clientId, clientSecret, url: fromEnvironment(provider.url, env) || null }]
    }),
  )
}

function passkeysOf(
  enabled: boolean,
  { rp_display_name: name, rp_id: id, rp_origins: origins }: z.output<typeof relyingParty>,
): Pick<AuthSettings, 'passkeys'> {
  if (!enabled) return {}
  return { passkeys: { name, ...(id !== '' && { id }), ...(origins.length > 0 && { origins }) } }
}

function captchaOf(
  settings: z.output<typeof captcha> | undefined,
  env: NodeJS.ProcessEnv,
): Pick<AuthSettings, 'captcha'> {
  if (settings === undefined || !settings.enabled) return {}
  const secret = fromEnvironment(settings.secret, env)
  if (secret === '') throw new Error('[auth.captcha] is switched on, but its secret is empty.')
  return { captcha: { provider: settings.provider, secret } }
}

type Named = z.output<typeof file>['auth']['email']['template']

async function readTemplates(folder: string, named: Named): Promise<AuthSettings['templates']> {
  // The CLI resolves these paths from the project's root, one above its own folder.
  const read = ({ content_path, subject }: z.output<typeof template>) =>
    readTemplate(join(folder, '..', content_path), subject)
  return {
    confirmation: await read(named.confirmation),
    invite: await read(named.invite),
    magicLink: await read(named.magic_link),
    recovery: await read(named.recovery),
    emailChange: await read(named.email_change),
    reauthentication: await read(named.reauthentication),
    existingAccount: await ownTemplate(folder, 'existing-account'),
  }
}

/** A mail of a kind that Supabase has not: its subject is the title of the page. */
const ownTemplate = (folder: string, name: string) =>
  readTemplate(join(folder, 'templates', `${name}.html`), null)

/** A mail in HTML and, beside it, in plain text. */
async function readTemplate(path: string, subject: string | null): Promise<MailTemplate> {
  const html = await readFile(path, 'utf8')
  return {
    subject: subject ?? /<title>([^<]*)<\/title>/.exec(html)?.[1]?.trim() ?? '',
    html,
    text: await readFile(path.replace(/\.html$/, '.txt'), 'utf8'),
  }
}
