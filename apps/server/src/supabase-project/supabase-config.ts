import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthSettings } from '@cairn/auth/options'
import type { MailTemplatesByLanguage, NamedTemplates, SmsTemplates } from '@cairn/delivery/port/templates'
import type { TwilioSettings } from '@cairn/delivery/sms/twilio'
import { parse as parseToml } from 'smol-toml'
import { inEveryLanguage, type Languages, readLanguages, translateSms } from './mail-languages.ts'
import { type AuthFile, type CommonFile, configFile } from './supabase-file.ts'
import { phoneOf, smsOf, twilioOf } from './supabase-sms.ts'
import { ownTemplate, readTemplates } from './supabase-templates.ts'
import { fromEnvironment } from './supabase-values.ts'

/** The part of `supabase/` that this server uses. */
export interface SupabaseConfig {
  schemas: readonly string[]
  /** Schemas that are searched after the one of a request, such as that of the extensions. */
  extraSearchPath: readonly string[]
  maxRows: number
  auth: Omit<AuthSettings, 'siteUrl'>
  /** The product's own mails, by language; Supabase has no mails of this kind. */
  notices: MailTemplatesByLanguage
  /** Where the site of the product is, whose address links in mails begin with; null for the server's own address. */
  siteUrl: string | null
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
  const file = configFile.parse(parseToml(await readFile(join(folder, 'config.toml'), 'utf8')))
  const languages = await readLanguages(join(folder, 'templates'))
  const templates = await readTemplates(folder, file.auth.email.template)
  const notices = {
    notification: await ownTemplate(folder, 'notification'),
    digest: await ownTemplate(folder, 'digest'),
    operator: await ownTemplate(folder, 'operator'),
  }
  return supabaseConfigOf(file, { templates, notices, languages }, env)
}

interface Mails {
  /** In English. */
  templates: AuthSettings['templates']
  notices: NamedTemplates
  /** The languages into which both are translated. */
  languages: Languages
}

/**
 * Turns a file and the texts of its mails into the settings of this server. Throws an error that names the setting at
 * fault.
 */
export function supabaseConfigOf(
  { api, auth }: CommonFile,
  { templates, notices, languages }: Mails,
  env: NodeJS.ProcessEnv,
): SupabaseConfig {
  return {
    schemas: api.schemas,
    extraSearchPath: api.extra_search_path,
    notices: inEveryLanguage(notices, languages),
    siteUrl: null,
    maxRows: api.max_rows,
    twilio: twilioOf(auth.sms, env),
    auth: {
      jwtExpirySeconds: auth.jwt_expiry,
      passwords: {
        atSignUp: {
          minimumLength: auth.minimum_password_length,
          requiredCharacters: auth.password_requirements,
          minimumStrength: auth.password_sign_up.minimum_strength,
        },
        atChange: {
          minimumLength: auth.password_change.minimum_length,
          requiredCharacters: auth.password_change.required_characters,
          // Length and characters are better requirements than a share of them.
          minimumStrength: 0,
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
      ...oauthServerOf(auth.oauth_server),
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

function hooksOf(hooks: AuthFile['hook']): AuthSettings['hooks'] {
  const { before_user_created, password_verification_attempt, custom_access_token } = hooks
  const { invitation, recipient_language, end_programs, provider_trial, sign_in_by_provider } = hooks
  return {
    ...(before_user_created && { beforeUserCreated: before_user_created }),
    ...(password_verification_attempt && { passwordVerificationAttempt: password_verification_attempt }),
    ...(custom_access_token && { customAccessToken: custom_access_token }),
    ...(invitation && { invitation }),
    ...(recipient_language && { recipientLanguage: recipient_language }),
    ...(end_programs && { endPrograms: end_programs }),
    ...(provider_trial && { providerTrial: provider_trial }),
    ...(sign_in_by_provider && { signInByProvider: sign_in_by_provider }),
  }
}

/** The mails of accounts, in the languages beside English. */
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
  entries: Readonly<Record<string, AuthFile['external'][string]>>,
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
      const url = fromEnvironment(provider.url, env) || null
      return [name, { clientId, clientSecret, url, ...(provider.trust_email && { trustEmail: true }) }]
    }),
  )
}

function passkeysOf(
  enabled: boolean,
  { rp_display_name: name, rp_id: id, rp_origins: origins }: AuthFile['webauthn'],
): Pick<AuthSettings, 'passkeys'> {
  if (!enabled) return {}
  return { passkeys: { name, ...(id !== '' && { id }), ...(origins.length > 0 && { origins }) } }
}

/** Projects have no scopes of their own: what a client may do is what their policies make of the claim `client_id`. */
function oauthServerOf(given: AuthFile['oauth_server']): Pick<AuthSettings, 'oauthServer'> {
  if (!given.enabled) return {}
  return {
    oauthServer: {
      consentPath: given.authorization_url_path,
      scopes: [],
      resources: [],
      dynamicRegistration: given.allow_dynamic_registration,
    },
  }
}

function captchaOf(settings: AuthFile['captcha'], env: NodeJS.ProcessEnv): Pick<AuthSettings, 'captcha'> {
  if (settings === undefined || !settings.enabled) return {}
  const secret = fromEnvironment(settings.secret, env)
  if (secret === '') throw new Error('[auth.captcha] is switched on, but its secret is empty.')
  return { captcha: { provider: settings.provider, secret } }
}
