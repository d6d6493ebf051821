import { randomUUID } from 'node:crypto'
import QRCode from 'qrcode'
import { z } from 'zod'
import { json } from '../../answers/respond.ts'
import { type Call, optionalText, readBody } from '../../call.ts'
import {
  factorNameTaken,
  phoneFactorsDisabled,
  secondFactorNeeded,
  tooManyFactors,
  validationFailed,
} from '../../errors.ts'
import { newTotpSecret, totpUri } from '../../rules/totp.ts'
import type { Services } from '../../services.ts'
import { deleteAbandonedFactors, findFactors, insertFactor, lockFactorsOf } from '../../store/factors.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../caller.ts'

const MAX_FACTORS = 10

const bodySchema = z.object({
  factor_type: z.string(),
  friendly_name: optionalText.pipe(
    z
      .string()
      .max(100, 'at most 100 characters')
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'no control characters')
      .nullable(),
  ),
  issuer: optionalText.pipe(z.string().max(100).nullable()),
})

/**
 * POST /factors: begins to enrol an authenticator app. The secret is shown this once; the factor counts when its first
 * code is right. Whoever has a factor already has to have shown it.
 */
export async function enrollFactor(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const body = await readBody(call, bodySchema)
  if (body.factor_type === 'phone') throw phoneFactorsDisabled()
  if (body.factor_type !== 'totp') throw validationFailed('factor_type needs to be TOTP')
  if (hasSecondFactor(caller.account) && caller.session.aal === 'aal1') {
    throw secondFactorNeeded(403, 'AAL2 required to enroll a new factor')
  }
  const id = randomUUID()
  const secret = newTotpSecret()
  const friendlyName = body.friendly_name
  const secretSealed = services.factorSealer.seal(secret, id)
  await services.database.transaction(async (tx) => {
    await makeRoom(tx, caller, friendlyName)
    const userId = caller.account.user.id
    await insertFactor(tx, { id, userId, friendlyName, type: 'totp', secretSealed, phone: null })
  })
  const { email, phone } = caller.account.user
  const issuer = body.issuer ?? new URL(services.settings.siteUrl).hostname
  const uri = totpUri({ secret, issuer, label: email ?? phone ?? caller.account.user.id })
  return json({
    id,
    type: 'totp',
    friendly_name: friendlyName ?? '',
    totp: { qr_code: await qrCode(uri), secret, uri },
  })
}

async function makeRoom(tx: Transaction, { account }: SignedIn, name: string | null): Promise<void> {
  const userId = account.user.id
  await lockFactorsOf(tx, userId)
  await deleteAbandonedFactors(tx, userId)
  const factors = await findFactors(tx, userId)
  if (factors.length >= MAX_FACTORS) throw tooManyFactors()
  if (name !== null && factors.some((factor) => factor.friendly_name === name)) throw factorNameTaken(name)
}

/** SVG without `#`: the official client puts it into a data address as it is, where that would begin a fragment. */
async function qrCode(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 2 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim()
}
