import { outboxTransport } from './delivery/mail/outbox.ts'
import { createMailQueue } from './delivery/mail/queue.ts'
import { smtpTransport } from './delivery/mail/smtp.ts'
import type { MailTransport } from './delivery/mail/transport.ts'
import { createMailSender } from './delivery/sender.ts'
import { outboxTexts } from './delivery/sms/outbox.ts'
import { createTextQueue, DEFAULT_TEXTS } from './delivery/sms/queue.ts'
import { twilioTransport } from './delivery/sms/twilio.ts'
import { createRoutes, MOUNT_PATH } from './endpoints/routes.ts'
import type { Services } from './endpoints/services.ts'
import { createCaptcha } from './guards/captcha.ts'
import { createHooks } from './hooks/hooks.ts'
import { createBackground } from './jobs/background.ts'
import { createNoticeFetcher } from './jobs/fetch-notices.ts'
import type { CallContext } from './model/call-context.ts'
import type { AccessTokenClaims } from './model/claims.ts'
import type { AuthOptions } from './options.ts'
import { createPasswords } from './passwords/hashing.ts'
import { createLeakedPasswords } from './passwords/leaked-passwords.ts'
import { createProviders } from './providers/providers.ts'
import { openSaml } from './saml/saml.ts'
import { createAccessTokens } from './tokens/access-tokens.ts'
import { openKeyRing } from './tokens/key-ring.ts'
import { createLegacyTokens, type LegacyRole } from './tokens/legacy-tokens.ts'
import { createOAuthStates } from './tokens/oauth-state.ts'
import { createOneTimeCodes } from './tokens/one-time.ts'
import { createRecoveryCodes } from './tokens/recovery-codes.ts'
import { createRefreshTokens } from './tokens/refresh-tokens.ts'
import { createSealer } from './tokens/sealing.ts'
import { createTokenCache } from './tokens/token-cache.ts'

/** Accounts and sessions, in the protocol of Supabase Auth. */
export interface Auth {
  /** Answers a request at or below `/auth/v1`; what goes wrong is answered too. */
  handle(request: Request, context: CallContext): Promise<Response>
  /**
   * The claims of an access token, for whoever lets its bearer in. Throws InvalidAccessToken, or DatabaseUnavailable when
   * it would have to look up a key. That the session still exists is for `auth.require_session` to say.
   */
  verifyAccessToken(token: string): Promise<AccessTokenClaims>
  /** The role of an API key that the legacy secret signed; null for any other, and where there is no such secret. */
  roleOfLegacyKey(key: string): Promise<LegacyRole | null>
  /** Begins to send mail and to tidy up. */
  start(): void
  /** Ends that, once the mails under way have been sent. Requests are still answered. */
  close(): Promise<void>
}

/** So many signatures are remembered; some 2 kB each. */
const REMEMBERED_TOKENS = 5_000

/**
 * Puts the service together. Makes the first signing key when the database has none, so the database has to be there.
 * Throws when `secret` is not the one that the database was begun with.
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, publicUrl, secret, settings } = options
  const observe = options.observe ?? (() => {})
  const clock = options.clock ?? Date.now
  const issuer = publicUrl + MOUNT_PATH

  const verified = createTokenCache<AccessTokenClaims>(REMEMBERED_TOKENS)
  const keys = await openKeyRing({ database, secret, clock, onWithdrawn: verified.clear })
  const legacy = createLegacyTokens(options.legacyJwtSecret ?? null, clock)
  const accessTokens = createAccessTokens({ keys, legacy, verified, issuer, clock })

  const saml =
    settings.saml === true
      ? await openSaml({ database, secret, issuer, clock, fetching: options.samlFetching ?? {} })
      : null

  const sealer = createSealer(secret, 'queued mail')
  const mails = mailTransport(options)
  const texts = options.twilio === undefined ? outboxTexts(mails) : twilioTransport(options.twilio)
  const sender = createMailSender({
    database,
    transport: mails,
    sealer,
    templates: { ...options.notices?.templates, ...settings.templates },
    texts: { transport: texts, templates: settings.phone?.templates ?? DEFAULT_TEXTS },
    observe,
  })

  const mail = createMailQueue({ publicUrl, sealer, poke: sender.poke })
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
    mail,
    texts: createTextQueue(sealer, texts.channels),
    observe,
  }
  const routes = createRoutes(services)
  const { notices } = options
  const fetchNotices = notices ? createNoticeFetcher({ database, notices, queue: mail }) : null
  const background = createBackground({ database, keys, sender, saml, fetchNotices, observe })

  return {
    handle: async (request, context) => routes.fetch(request, context),
    verifyAccessToken: accessTokens.verify,
    roleOfLegacyKey: legacy.roleOf,
    start: background.start,
    close: background.close,
  }
}

function mailTransport({ mail, publicUrl }: AuthOptions): MailTransport {
  const sender = { from: mail.from, host: new URL(publicUrl).hostname }
  if (mail.smtpUrl !== null) return smtpTransport(mail.smtpUrl, sender)
  if (mail.outboxDir !== null) return outboxTransport(mail.outboxDir, sender)
  throw new Error('Mail needs a server to send through or a folder to keep it in.')
}
