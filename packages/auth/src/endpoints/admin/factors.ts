import { factorNotFound, userNotFound } from '../../errors/auth-errors.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { factorJson } from '../../http/user-json.ts'
import { writeAudit } from '../../store/audit.ts'
import { lockFactor, lockFactorsOf } from '../../store/factors.ts'
import { findAccount } from '../../store/users.ts'
import { removeFactor } from '../factors/unenroll.ts'
import type { Services } from '../services.ts'

/** GET /admin/users/{userId}/factors. */
export async function listFactorsOf(services: Services, call: Call): Promise<Response> {
  const userId = uuidIn(call, 'userId', userNotFound)
  const account = await services.database.transaction((tx) => findAccount(tx, userId))
  if (account === null) throw userNotFound()
  return json(account.factors.map(factorJson))
}

/** DELETE /admin/users/{userId}/factors/{factorId}: removes a factor that its user has lost. */
export async function deleteFactorOf(services: Services, call: Call): Promise<Response> {
  const userId = uuidIn(call, 'userId', userNotFound)
  const id = uuidIn(call, 'factorId', factorNotFound)
  await services.database.transaction(async (tx) => {
    await lockFactorsOf(tx, userId)
    if ((await lockFactor(tx, { id, userId })) === null) throw factorNotFound()
    await removeFactor(tx, { id, userId })
    await writeAudit(tx, call, { action: 'factor_unenrolled', userId })
  })
  return json({ id })
}
