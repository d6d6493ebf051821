import { factorNotFound, secondFactorNeeded } from '../../errors/auth-errors.ts'
import { type Call, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { deleteFactor, findFactors, lockFactor, lockFactorsOf } from '../../store/factors.ts'
import { replaceRecoveryCodes } from '../../store/recovery-codes.ts'
import { factorAsRows } from '../../store/security-changes.ts'
import { downgradeSessionsOf } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { signedIn } from '../shared/signed-in.ts'
import { tellChange } from '../shared/tell-change.ts'

/** DELETE /factors/{factorId}: removes the caller's factor. A verified factor only from a session at aal2. */
export async function unenrollFactor(services: Services, call: Call): Promise<Response> {
  const { account, session } = await signedIn(services, call)
  const id = uuidIn(call, 'factorId', factorNotFound)
  const userId = account.user.id
  await services.database.transaction(async (tx) => {
    await lockFactorsOf(tx, userId)
    const factor = await lockFactor(tx, { id, userId })
    if (factor === null) throw factorNotFound()
    if (factor.verified && session.aal === 'aal1') {
      throw secondFactorNeeded(422, 'AAL2 required to unenroll factor')
    }
    if (factor.verified) {
      const change = { kind: 'factor_removed', subjectId: id, removed: await factorAsRows(tx, id) } as const
      await tellChange(services, tx, call, { owner: account.user, change })
    }
    await removeFactor(tx, { id, userId })
    await writeAudit(tx, call, { action: 'factor_unenrolled', userId })
  })
  services.mail.wake()
  return json({ id })
}

/** Removes a factor. Sessions that used it are at aal1 again; with the last factor the recovery codes are deleted. */
export async function removeFactor(
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await downgradeSessionsOf(tx, id)
  await deleteFactor(tx, id)
  const left = await findFactors(tx, userId)
  if (!left.some(({ status }) => status === 'verified')) await replaceRecoveryCodes(tx, userId, [])
}
