import { createDelivery, type DeliveryOptions } from './delivery/delivery.ts'
import type { NamedTemplates } from './delivery/mail/template.ts'
import { DEFAULT_SMS_TEMPLATES, type SmsTemplates } from './delivery/sms/queue.ts'
import { createRoutes, MOUNT_PATH } from './endpoints/routes.ts'
import type { Services } from './endpoints/services.ts'
import { createCaptcha } from './guards/captcha.ts'
import { createHooks } from './hooks/hooks.ts'
import { createBackground } from './jobs/background.ts'
import { createNoticeFetcher } from './jobs/fetch-notices.ts'
import type { CallContext } from './model/call-context.ts'
import type { AccessTokenClaims } from './model/claims.ts'
import { NO_SESSION_LIMITS } from './model/session.ts'
import type { AuthOptions } from './options.ts'
import { createPasswords } from './passwords/hashing.ts'
import { createLeakedPasswords } from './passwords/leaked-passwords.ts'
import { createProviders } from './providers/providers.ts'
import { DEFAULT_LANGUAGE, type Language } from './rules/language.ts'
import { openSaml } from './saml/saml.ts'
import { oldestMessageSeconds } from './store/message-queue.ts'
import { createAccessTokens } from './tokens/access-tokens.ts'
import { openKeyRing } from './tokens/key-ring.ts'
import { createLegacyTokens, type LegacyRole } from './tokens/legacy-tokens.ts'
import { createOAuthStates } from './tokens/oauth-state.ts'
import { createOneTimeCodes } from './tokens/one-time.ts'
import { createRecoveryCodes } from './tokens/recovery-codes.ts'
import { createRefreshTokens } from './tokens/refresh-tokens.ts'
import { createSealer } from './tokens/sealing.ts'
import { createTokenCache } from './tokens/token-cache.ts'
import { createCeremonies } from './webauthn/ceremonies.ts'
import { relyingPartyOf } from './webauthn/relying-party.ts'

/** Accounts and sessions, in the protocol of Supabase Auth. */
export interface Auth {
  /** Answers a request at or below `/auth/v1`; what goes wrong is answered too. */
  handle(request: Request, context: CallContext): Promise<Response>
  /**
   * The claims of an access token. Throws InvalidAccessToken, or DatabaseUnavailable when a key would have to be looked
   * up. Whether the session still exists is checked by `auth.require_session`.
   */
  verifyAccessToken(token: string): Promise<AccessTokenClaims>
  /** The role of an API key that the legacy secret signed; null for any other, and where there is no such secret. */
  roleOfLegacyKey(key: string): Promise<LegacyRole | null>
  /** How long the oldest message has been waiting to be sent, in seconds; null when none waits. */
  oldestMessageSeconds(): Promise<number | null>
  /** Starts the background jobs: sending messages, refreshing keys, purging. */
  start(): void
  /** Stops them, once the messages that are being sent have left. Requests are still answered. */
  close(): Promise<void>
}

/** How many verified tokens are remembered; some 2 kB each. */
const REMEMBERED_TOKENS = 5_000

/**
 * Puts the service together. Makes the first signing key when the database has none, so the database has to be there.
 * Throws when the database was begun with another `secret`.
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, publicUrl, secret, settings } = options
  const observe = options.observe ?? (() => {})
  const clock = options.clock ?? Date.now
  const issuer = publicUrl + MOUNT_PATH

  const { keys, legacy, accessTokens } = await openTokens(options, issuer, clock)
  const fetching = options.samlFetching ?? {}
  const saml = settings.saml === true ? await openSaml({ database, secret, issuer, clock, fetching }) : null
  const { mail, sms, sender } = createDelivery({
    database,
    publicUrl,
    secret,
    mail: options.mail,
    twilio: options.twilio ?? null,
    ...templatesOf(options),
    observe,
  })

  const party = relyingPartyOf(settings.passkeys, publicUrl)
  const services: Services = {
    database,
    settings,
    publicUrl,
    issuer,
    keys,
    accessTokens,
    refreshTokens: createRefreshTokens(secret),
    codes: createOneTimeCodes(secret),
    recoveryCodes: createRecoveryCodes(secret),
    factorSealer: createSealer(secret, 'second factors'),
    passwords: await createPasswords(),
    leakedPasswords: createLeakedPasswords(settings.passwords.leakedRangeUrl ?? null, observe),
    captcha: createCaptcha(settings.captcha ?? null),
    hooks: createHooks(settings.hooks),
    providers: createProviders(settings.providers ?? {}),
    oauthStates: createOAuthStates(secret),
    saml,
    ceremonies: party === null ? null : createCeremonies(party),
    languages: [DEFAULT_LANGUAGE, ...Object.keys(settings.translations ?? {})],
    mail,
    sms,
    observe,
  }
  const routes = createRoutes(services)
  const { notices } = options
  const fetchNotices = notices ? createNoticeFetcher({ database, notices, queue: mail }) : null
  const { expiries = [], frequent = [], hourly = [] } = options
  const sessionLimits = settings.sessions ?? NO_SESSION_LIMITS
  const background = createBackground({
    database,
    keys,
    sender,
    saml,
    sessionLimits,
    fetchNotices,
    expiries,
    frequent,
    hourly,
    observe,
  })

  return {
    handle: async (request, context) => routes.fetch(request, context),
    verifyAccessToken: accessTokens.verify,
    roleOfLegacyKey: legacy.roleOf,
    oldestMessageSeconds: () => database.statement(oldestMessageSeconds),
    start: background.start,
    close: background.close,
  }
}

/** What is sent, by language: the mails of accounts, those of the product, and SMS. */
function templatesOf({
  settings,
  notices,
}: AuthOptions): Pick<DeliveryOptions, 'mailTemplates' | 'smsTemplates'> {
  const translations = new Map(Object.entries(settings.translations ?? {}))
  const mailTemplates: Record<Language, NamedTemplates> = {
    [DEFAULT_LANGUAGE]: { ...notices?.templates[DEFAULT_LANGUAGE], ...settings.templates },
  }
  const smsTemplates: Record<Language, SmsTemplates> = {
    [DEFAULT_LANGUAGE]: settings.phone?.templates ?? DEFAULT_SMS_TEMPLATES,
  }
  for (const [language, { mails, sms }] of translations) {
    mailTemplates[language] = { ...notices?.templates[language], ...mails }
    smsTemplates[language] = sms
  }
  return { mailTemplates, smsTemplates }
}

/** The signing keys, and access tokens that they, or the legacy secret, have signed. */
async function openTokens(
  { database, secret, legacyJwtSecret }: AuthOptions,
  issuer: string,
  clock: () => number,
) {
  const verified = createTokenCache<AccessTokenClaims>(REMEMBERED_TOKENS)
  const keys = await openKeyRing({ database, secret, clock, onWithdrawn: verified.clear })
  const legacy = createLegacyTokens(legacyJwtSecret ?? null, clock)
  return { keys, legacy, accessTokens: createAccessTokens({ keys, legacy, verified, issuer, clock }) }
}
