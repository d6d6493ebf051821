import { DEFAULT_LANGUAGE } from '@cairn/delivery/port/language'
import type { Load } from '@cairn/postgres/pool/admission'
import { type WellKnown, wellKnownOf } from './endpoints/oauth-server/metadata.ts'
import { createRoutes, MOUNT_PATH } from './endpoints/routes.ts'
import type { Services } from './endpoints/services.ts'
import { personAsJson } from './endpoints/user/person-as-json.ts'
import { createCaptcha } from './guards/captcha.ts'
import { createHooks } from './hooks/hooks.ts'
import type { CallContext } from './model/call-context.ts'
import type { AccessTokenClaims } from './model/claims.ts'
import { NO_SESSION_LIMITS } from './model/session.ts'
import type { AuthOptions } from './options.ts'
import { createPasswords } from './passwords/hashing.ts'
import { createLeakedPasswords } from './passwords/leaked-passwords.ts'
import { createProviders } from './providers/providers.ts'
import { refreshSamlMetadata, staleSamlProviders } from './saml/refresh-metadata.ts'
import { openSaml } from './saml/saml.ts'
import { noteTime } from './store/clock.ts'
import { type Expired, expiredIn } from './store/expired.ts'
import { limitOldSessions } from './store/housekeeping.ts'
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
  /** Answers a request at or below `/auth/v1`; errors become responses too. */
  handle(request: Request, context: CallContext): Promise<Response>
  /**
   * The claims of an access token for the data API, or for the resource that `audience` names by its address. Throws
   * InvalidAccessToken, also for a token with another audience, or DatabaseUnavailable when a key would have to be
   * looked up. Whether the session still exists is checked by `auth.require_session`.
   */
  verifyAccessToken(token: string, audience?: string): Promise<AccessTokenClaims>
  /** A person as `GET /user` returns them; null for one who is banned or deleted. */
  personAsJson(userId: string): Promise<Record<string, unknown> | null>
  /** The metadata of the OAuth server at well-known addresses; null where it is switched off. */
  wellKnown: WellKnown | null
  /** The role of an API key that the legacy secret signed; null for any other, and where there is no such secret. */
  roleOfLegacyKey(key: string): Promise<LegacyRole | null>
  /** The number of passwords that are being hashed, and of those that wait for it. */
  hashing(): Load
  /**
   * Notes every few seconds that a server runs, so that limits in time notice a clock that was set; and reads the
   * clock.
   */
  noteTime(): Promise<void>
  /** Reads the signing keys, which other processes may have changed, every few minutes. */
  refreshSigningKeys(): Promise<void>
  /** The IDs of identity providers whose metadata is a day old and can be fetched, except for `without`. */
  staleSamlProviders(without: readonly string[]): Promise<string[]>
  /** Fetches the metadata of an identity provider again; see refresh-metadata.ts. */
  refreshSamlMetadata(providerId: string): Promise<void>
  /** Ends sessions that began before there were limits. */
  limitOldSessions(): Promise<void>
  /** The expired rows of sessions, sign-ups, tokens and so on, and entries of the operator's log after so many days. */
  expired(auditDays: number): readonly Expired[]
}

/** The number of verified tokens that are cached; some 2 kB each. */
const REMEMBERED_TOKENS = 5_000

/**
 * Puts the service together. Makes the first signing key when the database has none, so the database has to be there.
 * Throws when the database was begun with another `secret`.
 */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const { database, publicUrl, secret, settings } = options
  const observe = options.observe ?? (() => {})
  const { clock } = options
  const issuer = publicUrl + MOUNT_PATH

  const { keys, legacy, accessTokens } = await openTokens(options, issuer)
  const fetching = options.samlFetching ?? {}
  const saml =
    settings.saml === true ? await openSaml({ database, secret, issuer, clock: clock.now, fetching }) : null

  const party = relyingPartyOf(settings.passkeys, publicUrl)
  const services: Services = {
    database,
    settings,
    publicUrl,
    issuer,
    keys,
    accessTokens,
    refreshTokens: createRefreshTokens(secret),
    clientRefreshTokens: createRefreshTokens(secret, 'client'),
    fetchClientDocument: options.fetchClientDocument ?? null,
    codes: createOneTimeCodes(secret),
    recoveryCodes: createRecoveryCodes(secret),
    factorSealer: createSealer(secret, 'second factors'),
    passwords: await createPasswords(options.hashesAtOnce, options.hashCost),
    leakedPasswords: createLeakedPasswords(settings.passwords.leakedRangeUrl ?? null, observe),
    captcha: createCaptcha(settings.captcha ?? null),
    hooks: createHooks(settings.hooks),
    providers: createProviders(settings.providers ?? {}, clock.now),
    oauthStates: createOAuthStates(secret),
    saml,
    ceremonies: party === null ? null : createCeremonies(party),
    languages: [DEFAULT_LANGUAGE, ...Object.keys(settings.translations ?? {})],
    ...options.messages,
    observe,
  }
  const routes = createRoutes(services)

  return {
    handle: async (request, context) => routes.fetch(request, context),
    verifyAccessToken: accessTokens.verify,
    personAsJson: (userId) => personAsJson(database, userId),
    wellKnown: wellKnownOf(services),
    roleOfLegacyKey: legacy.roleOf,
    hashing: services.passwords.load,
    async noteTime() {
      await database.statement(noteTime)
      await clock.read()
    },
    refreshSigningKeys: keys.refresh,
    staleSamlProviders: async (without) => (saml === null ? [] : staleSamlProviders(database, without)),
    async refreshSamlMetadata(providerId) {
      if (saml !== null) await refreshSamlMetadata(database, saml, providerId)
    },
    limitOldSessions: () =>
      database.transaction((tx) => limitOldSessions(tx, settings.sessions ?? NO_SESSION_LIMITS)),
    expired: (auditDays) => expiredIn(database, auditDays),
  }
}

/** The signing keys, and access tokens that they, or the legacy secret, have signed. */
async function openTokens({ database, secret, legacyJwtSecret, clock }: AuthOptions, issuer: string) {
  const verified = createTokenCache<AccessTokenClaims>(REMEMBERED_TOKENS)
  const keys = await openKeyRing({ database, secret, clock: clock.now, onWithdrawn: verified.clear })
  const legacy = createLegacyTokens(legacyJwtSecret ?? null, clock.now)
  return { keys, legacy, accessTokens: createAccessTokens({ keys, legacy, verified, issuer, clock }) }
}
