import { secondFactorNeeded } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '../../store/recovery-codes.ts'
import type { Services } from '../services.ts'
import { type SignedIn, signedIn } from '../shared/signed-in.ts'

/**
 * POST /factors/recovery-codes: ten new codes, shown only this once; older codes become invalid. An addition of ours:
 * Supabase Auth has no recovery codes. POST /factors/{factorId}/verify takes them like a code of the app.
 */
export async function makeRecoveryCodes(services: Services, call: Call): Promise<Response> {
  const userId = requireAal2(await signedIn(services, call))
  const codes = services.recoveryCodes.make()
  const hashes = codes.flatMap((code) => services.recoveryCodes.hash(code, userId) ?? [])
  await services.database.transaction((tx) => replaceRecoveryCodes(tx, userId, hashes))
  return json({ codes })
}

/** GET /factors/recovery-codes: how many are left. */
export async function countOwnRecoveryCodes(services: Services, call: Call): Promise<Response> {
  const userId = requireAal2(await signedIn(services, call))
  const remaining = await services.database.transaction((tx) => countRecoveryCodes(tx, userId))
  return json({ remaining })
}

function requireAal2({ account, session }: SignedIn): string {
  if (session.aal === 'aal1') throw secondFactorNeeded(403, 'AAL2 required for recovery codes')
  return account.user.id
}
