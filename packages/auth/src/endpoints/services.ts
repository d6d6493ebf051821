import type { Language } from '@cairn/delivery/port/language'
import type { Messages } from '@cairn/delivery/port/messages'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Observe } from '../events.ts'
import type { Captcha } from '../guards/captcha.ts'
import type { Hooks } from '../hooks/hooks.ts'
import type { AuthSettings, FetchClientDocument } from '../options.ts'
import type { Passwords } from '../passwords/hashing.ts'
import type { LeakedPasswords } from '../passwords/leaked-passwords.ts'
import type { Provider } from '../providers/provider.ts'
import type { Saml } from '../saml/saml.ts'
import type { AccessTokens } from '../tokens/access-tokens.ts'
import type { KeyRing } from '../tokens/key-ring.ts'
import type { OAuthStates } from '../tokens/oauth-state.ts'
import type { OneTimeCodes } from '../tokens/one-time.ts'
import type { RecoveryCodes } from '../tokens/recovery-codes.ts'
import type { RefreshTokens } from '../tokens/refresh-tokens.ts'
import type { Sealer } from '../tokens/sealing.ts'
import type { Ceremonies } from '../webauthn/ceremonies.ts'

/** The dependencies of the endpoints; put together once, in auth.ts. */
export interface Services extends Messages {
  database: Privileged
  settings: AuthSettings
  publicUrl: string
  issuer: string
  keys: KeyRing
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  /** The refresh tokens of OAuth clients. */
  clientRefreshTokens: RefreshTokens
  /** null where clients cannot identify themselves by the address of a document. */
  fetchClientDocument: FetchClientDocument | null
  codes: OneTimeCodes
  recoveryCodes: RecoveryCodes
  /** For the secrets of authenticator apps; `place` is the factor's id. */
  factorSealer: Sealer
  passwords: Passwords
  leakedPasswords: LeakedPasswords
  captcha: Captcha
  hooks: Hooks
  providers: ReadonlyMap<string, Provider>
  oauthStates: OAuthStates
  /** null where it is switched off. */
  saml: Saml | null
  /** null where there are no passkeys. */
  ceremonies: Ceremonies | null
  /** The languages that mails have; English is the first. */
  languages: readonly Language[]
  observe: Observe
}
