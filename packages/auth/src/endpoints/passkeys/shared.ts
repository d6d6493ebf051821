import { z } from 'zod'
import { secondFactorNeeded } from '../../errors/auth-errors.ts'
import { passkeysDisabled } from '../../errors/passkey-errors.ts'
import { visibleName } from '../../rules/visible-name.ts'
import type { PasskeyRow } from '../../store/passkeys.ts'
import type { Ceremonies } from '../../webauthn/ceremonies.ts'
import type { Services } from '../services.ts'
import { hasSecondFactor, type SignedIn } from '../shared/signed-in.ts'

/** The maximum number of passkeys of a person, as in Supabase Auth. */
export const MAX_PASSKEYS = 10

/** Throws `passkey_disabled` where the settings, or the public address, allow no passkeys. */
export function ceremoniesOf({ ceremonies }: Services): Ceremonies {
  if (ceremonies === null) throw passkeysDisabled()
  return ceremonies
}

/** Throws `insufficient_aal` while the caller has yet to verify their second factor. */
export function requirePasskeyLevel({ account, session }: SignedIn): void {
  if (session.aal === 'aal1' && hasSecondFactor(account)) {
    throw secondFactorNeeded(403, 'AAL2 session is required to manage passkeys when MFA is enabled')
  }
}

/** The name that an owner gives a passkey. */
export const nameSchema = visibleName.pipe(
  z.string().min(1, 'friendly_name is required').max(120, 'friendly_name must be 120 characters or less'),
)

/** The response to a challenge. The credential is parsed after its challenge has been used up. */
export const answerSchema = z.object({ challenge_id: z.uuid(), credential: z.looseObject({}) })

export function passkeyJson(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name,
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at === null ? {} : { last_used_at: passkey.last_used_at.toISOString() }),
  }
}

/** The names that the browser's dialog and the person's device show. */
export function accountNames({ account: { user } }: SignedIn): {
  id: string
  name: string
  displayName: string
} {
  const name = user.email || user.phone || user.id
  const { name: said } = user.raw_user_meta_data
  return {
    id: user.id,
    name,
    displayName: typeof said === 'string' && said !== '' ? said.slice(0, 64) : name,
  }
}
