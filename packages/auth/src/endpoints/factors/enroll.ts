import { randomUUID } from 'node:crypto'
import QRCode from 'qrcode'
import { z } from 'zod'
import {
  factorNameTaken,
  keyFactorsDisabled,
  phoneFactorExists,
  phoneFactorsDisabled,
  secondFactorNeeded,
  tooManyFactors,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { FactorType } from '../../model/account.ts'
import { newTotpSecret, totpUri } from '../../rules/totp.ts'
import { visibleName } from '../../rules/visible-name.ts'
import {
  deleteAbandonedFactors,
  findFactors,
  insertFactor,
  lockFactorsOf,
  type NewFactor,
} from '../../store/factors.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { phoneIn } from '../shared/inputs.ts'
import { requireRecentProof } from '../shared/recent-proof.ts'
import { hasSecondFactor, type SignedIn, signedIn } from '../shared/signed-in.ts'

const MAX_FACTORS = 10

const bodySchema = z.object({
  factor_type: z.string(),
  friendly_name: optionalText.pipe(
    visibleName.pipe(z.string().max(100, 'at most 100 characters')).nullable(),
  ),
  phone: optionalText,
  current_password: optionalText,
  issuer: optionalText.pipe(z.string().max(100).nullable()),
})

/**
 * POST /factors: begins to enrol an authenticator app, whose secret is shown only this once, a phone, or a key that signs
 * (`webauthn`). The factor counts once its first code or signature was right, in the session that enrolled it. It needs a
 * sign-in within ten minutes or the current password (`current_password`, an addition of ours), and aal2 where the caller
 * has a factor already. Throws `insufficient_aal`, `reauthentication_needed`, `too_many_enrolled_mfa_factors`.
 */
export async function enrollFactor(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const body = await readBody(call, bodySchema)
  if (!isFactorType(body.factor_type))
    throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  if (body.factor_type === 'webauthn' && services.ceremonies === null) throw keyFactorsDisabled()
  const phone = body.factor_type === 'phone' ? phoneOf(services, caller, body.phone) : null
  if (hasSecondFactor(caller.account) && caller.session.aal === 'aal1') {
    throw secondFactorNeeded(403, 'AAL2 required to enroll a new factor')
  }
  await requireRecentProof(services, caller, body.current_password)
  const factor = {
    id: randomUUID(),
    userId: caller.account.user.id,
    friendlyName: body.friendly_name,
    sessionId: caller.session.id,
  }
  if (body.factor_type === 'webauthn') return enrollKey(services, caller, factor)
  return phone === null
    ? enrollApp(services, caller, factor, body.issuer)
    : enrollPhone(services, caller, { ...factor, phone })
}

function isFactorType(text: string): text is FactorType {
  return text === 'totp' || text === 'phone' || text === 'webauthn'
}

/** The phone to enrol. Throws `mfa_phone_enroll_not_enabled`, `validation_failed` or `mfa_verified_factor_exists`. */
function phoneOf(services: Services, { account }: SignedIn, text: string | null): string {
  if (!services.settings.phone?.factors) throw phoneFactorsDisabled()
  const phone = phoneIn(services, text ?? '')
  const has = account.factors.some((factor) => factor.phone === phone && factor.status === 'verified')
  if (has) throw phoneFactorExists()
  return phone
}

type FactorFields = Pick<NewFactor, 'id' | 'userId' | 'friendlyName' | 'sessionId'>

async function enrollApp(
  services: Services,
  caller: SignedIn,
  factor: FactorFields,
  issuerName: string | null,
): Promise<Response> {
  const secret = newTotpSecret()
  const secretSealed = services.factorSealer.seal(secret, factor.id)
  await services.database.transaction(async (tx) => {
    await makeRoom(tx, caller, factor.friendlyName)
    await insertFactor(tx, { ...factor, type: 'totp', secretSealed, phone: null })
  })
  const { email, phone } = caller.account.user
  const issuer = issuerName ?? new URL(services.settings.siteUrl).hostname
  const uri = totpUri({ secret, issuer, label: email ?? phone ?? factor.userId })
  return json({
    id: factor.id,
    type: 'totp',
    friendly_name: factor.friendlyName ?? '',
    totp: { qr_code: await qrCode(uri), secret, uri },
  })
}

async function enrollPhone(
  services: Services,
  caller: SignedIn,
  factor: FactorFields & { phone: string },
): Promise<Response> {
  await services.database.transaction(async (tx) => {
    await makeRoom(tx, caller, factor.friendlyName)
    await insertFactor(tx, { ...factor, type: 'phone', secretSealed: null })
  })
  const { id, friendlyName, phone } = factor
  return json({ id, type: 'phone', friendly_name: friendlyName ?? '', phone })
}

/** The key itself is made with the first challenge. */
async function enrollKey(services: Services, caller: SignedIn, factor: FactorFields): Promise<Response> {
  await services.database.transaction(async (tx) => {
    await makeRoom(tx, caller, factor.friendlyName)
    await insertFactor(tx, { ...factor, type: 'webauthn', secretSealed: null, phone: null })
  })
  return json({ id: factor.id, type: 'webauthn', friendly_name: factor.friendlyName ?? '' })
}

async function makeRoom(tx: Transaction, { account }: SignedIn, name: string | null): Promise<void> {
  const userId = account.user.id
  await lockFactorsOf(tx, userId)
  await deleteAbandonedFactors(tx, userId)
  const factors = await findFactors(tx, userId)
  if (factors.length >= MAX_FACTORS) throw tooManyFactors()
  if (name !== null && factors.some((factor) => factor.friendly_name === name)) throw factorNameTaken(name)
}

/** SVG without `#`: the official client puts it into a data URL unencoded, where `#` would begin a fragment. */
async function qrCode(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 2 })
  return svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim()
}
