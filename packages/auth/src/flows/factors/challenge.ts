import { json } from '../../answers/respond.ts'
import { type Call, deviceOf, uuidIn } from '../../call.ts'
import { factorNotFound, tooManyRequests } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { insertChallenge } from '../../store/challenges.ts'
import { lockFactor } from '../../store/factors.ts'
import { type RateLimit, takeTurn } from '../../store/rate-limits.ts'
import { signedIn } from '../caller.ts'

const CHALLENGES: RateLimit = { bucket: 'challenges of a user', limit: 30, windowSeconds: 300 }

/** POST /factors/{factorId}/challenge: asks for a code of one's own factor. */
export async function challengeFactor(services: Services, call: Call): Promise<Response> {
  const { account } = await signedIn(services, call)
  const factorId = uuidIn(call, 'factorId', factorNotFound)
  const userId = account.user.id
  const challenge = await services.database.transaction(async (tx) => {
    const wait = await takeTurn(tx, CHALLENGES, userId)
    if (wait !== null) throw tooManyRequests(wait)
    const factor = await lockFactor(tx, { id: factorId, userId })
    if (factor === null) throw factorNotFound()
    const { address } = deviceOf(call)
    return { type: factor.type, ...(await insertChallenge(tx, { factorId, address, codeHash: null })) }
  })
  return json({ id: challenge.id, type: challenge.type, expires_at: challenge.expiresAt })
}
