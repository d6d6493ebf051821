import type { UserSession } from '@cairn/workspace/port/access'
import type { SecondFactor } from '@cairn/workspace/port/security'
import type { Person } from '@cairn/workspace/port/workspace'
import type { Session, User } from '@supabase/supabase-js'
import { z } from 'zod/mini'

const metadata = z.object({
  name: z.catch(z.nullable(z.string()), null),
  avatar_url: z.catch(z.nullable(z.string()), null),
  first_steps_hidden: z.catch(z.boolean(), false),
})

const claims = z.object({ aal: z.string() })

/** The user of a session, and the second factors that an assurance level below aal2 still requires. */
export function userSessionOf(session: Session): UserSession {
  const isVerified = assuranceLevelOf(session.access_token) === 'aal2'
  return {
    person: personOf(session.user),
    requiredFactors: isVerified ? [] : verifiedFactorsOf(session.user),
  }
}

function personOf(user: User): Person {
  const {
    name,
    avatar_url: avatarUrl,
    first_steps_hidden: hidesFirstSteps,
  } = metadata.parse(user.user_metadata)
  return {
    id: user.id,
    email: user.email ?? '',
    name,
    avatarUrl,
    ...(hidesFirstSteps && { hidesFirstSteps }),
  }
}

function verifiedFactorsOf({ factors = [] }: User): SecondFactor[] {
  return factors.flatMap(({ id, status, factor_type: kind, friendly_name: name = '' }) =>
    status === 'verified' && (kind === 'totp' || kind === 'phone' || kind === 'webauthn')
      ? [{ id, kind, name }]
      : [],
  )
}

/** The assurance level that a token claims; the server goes by its own record of it. */
function assuranceLevelOf(accessToken: string): string {
  try {
    const [, payload = ''] = accessToken.split('.')
    return claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).aal
  } catch {
    return 'aal1'
  }
}
