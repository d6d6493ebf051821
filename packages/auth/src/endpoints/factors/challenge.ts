import { z } from 'zod'
import { factorNotFound, phoneFactorsDisabled, tooManyRequests } from '../../errors/auth-errors.ts'
import { optionalText, readOptionalBody } from '../../http/body.ts'
import { type Call, deviceOf, uuidIn } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { insertChallenge } from '../../store/challenges.ts'
import { lockFactorToShow } from '../../store/factors.ts'
import { countHit, type RateLimit } from '../../store/rate-limits.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { channelIn } from '../shared/contact.ts'
import { languageOf } from '../shared/mail-language.ts'
import { signedIn } from '../shared/signed-in.ts'
import { limitNumber } from '../shared/sms-limits.ts'
import { keyOptions } from './key-factor.ts'

const CHALLENGES: RateLimit = { bucket: 'challenges of a user', limit: 30, windowSeconds: 300 }

const bodySchema = z.object({ channel: optionalText })

/** POST /factors/{factorId}/challenge: begins a verification of the caller's factor; a phone is sent a code, a key is asked to sign. */
export async function challengeFactor(services: Services, call: Call): Promise<Response> {
  const caller = await signedIn(services, call)
  const factorId = uuidIn(call, 'factorId', factorNotFound)
  const { channel } = await readOptionalBody(call, bodySchema)
  const userId = caller.account.user.id
  const challenge = await services.database.transaction(async (tx) => {
    const wait = await countHit(tx, CHALLENGES, userId)
    if (wait !== null) throw tooManyRequests(wait)
    const factor = await lockFactorToShow(tx, { id: factorId, userId, sessionId: caller.session.id })
    if (factor === null) throw factorNotFound()
    const codeHash =
      factor.phone === null
        ? null
        : await sendTo(services, tx, call, { id: factorId, userId, number: factor.phone, channel })
    const { address } = deviceOf(call)
    if (factor.type !== 'webauthn') {
      return { type: factor.type, ...(await insertChallenge(tx, { factorId, address, codeHash })) }
    }
    const challenge = newOneTimeSecret()
    const webauthn = await keyOptions(services, tx, caller, { factor, challenge })
    const begun = await insertChallenge(tx, { factorId, address, codeHash: hashOfSecret(challenge) })
    return { type: factor.type, ...begun, webauthn }
  })
  if (challenge.type === 'phone') services.mail.wake()
  const { expiresAt, ...rest } = challenge
  return json({ ...rest, expires_at: expiresAt })
}

/** Queues an SMS with a code. Returns the hash of the code. */
async function sendTo(
  services: Services,
  tx: Transaction,
  call: Call,
  { id, userId, number, channel }: { id: string; userId: string; number: string; channel: string | null },
): Promise<string> {
  if (!services.settings.phone?.factors) throw phoneFactorsDisabled()
  await limitNumber(services, tx, number)
  const code = services.codes.make()
  const language = await languageOf(services, tx, call, { userId, email: null, data: {}, isInvited: false })
  await services.sms.enqueue(tx, 'factor', {
    to: number,
    channel: channelIn(services, channel),
    code,
    language,
  })
  return services.codes.hash(code, id)
}
