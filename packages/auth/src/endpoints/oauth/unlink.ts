import {
  identityNotFound,
  lastIdentity,
  manualLinkingDisabled,
  secondFactorNeeded,
} from '../../errors/auth-errors.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactorsOf } from '../../store/factors.ts'
import { deleteIdentity } from '../../store/identities.ts'
import { findAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { hasSecondFactor, signedIn } from '../shared/signed-in.ts'

/** DELETE /user/identities/{identityId}: unlinks an identity of the caller. The last identity stays. */
export async function unlinkIdentity(services: Services, call: Call): Promise<Response> {
  const { account, session } = await signedIn(services, call)
  if (!services.settings.manualLinking) throw manualLinkingDisabled()
  if (session.aal === 'aal1' && hasSecondFactor(account)) {
    throw secondFactorNeeded(403, 'AAL2 required to unlink an identity')
  }
  const id = uuidIn(call, 'identityId', identityNotFound)
  const userId = account.user.id
  await services.database.transaction(async (tx) => {
    // Concurrent requests wait for each other, so that an identity stays.
    await lockFactorsOf(tx, userId)
    const identities = (await findAccount(tx, userId))?.identities ?? []
    const identity = identities.find((candidate) => candidate.id === id)
    if (identity === undefined) throw identityNotFound()
    if (identities.length < 2) throw lastIdentity()
    await deleteIdentity(tx, { id, userId, provider: identity.provider })
    await writeAudit(tx, call, {
      action: 'identity_unlinked',
      userId,
      traits: { provider: identity.provider },
    })
  })
  return json({})
}
