import type { UserRow } from '../model/account.ts'
import { type AccessTokenClaims, AUDIENCE } from '../model/claims.ts'
import type { AmrClaimRow, SessionRow } from '../model/session.ts'
import { ssoProviderIn } from './sso-provider.ts'

/** The claims of an access token for this user in this session. Its times are the database's. */
export function accessTokenClaims(
  user: UserRow,
  session: SessionRow,
  amr: readonly AmrClaimRow[],
  token: { issuer: string; lifetimeSeconds: number },
): AccessTokenClaims {
  const issuedAt = seconds(session.now)
  return {
    iss: token.issuer,
    sub: user.id,
    aud: AUDIENCE,
    exp: issuedAt + token.lifetimeSeconds,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: 'authenticated',
    aal: session.aal,
    amr: amr.map(({ method, at }) => ({
      method,
      timestamp: seconds(at),
      ...(method === 'sso/saml' ? ssoProviderOf(user) : {}),
    })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  }
}

/** The identity provider by which the user signed in, for policies. */
function ssoProviderOf({ raw_app_meta_data: { provider } }: UserRow): { provider?: string } {
  const id = typeof provider === 'string' ? ssoProviderIn(provider) : null
  return id === null ? {} : { provider: id }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}
