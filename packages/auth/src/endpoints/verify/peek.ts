import { z } from 'zod'
import { linkExpired, validationFailed } from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { findByLink } from '../../store/one-time-tokens.ts'
import { findAccount } from '../../store/users.ts'
import { hashOfSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { neededFor } from './proof.ts'
import { TOKENS_OF_TYPE } from './types.ts'
import { verificationType } from './verify.ts'

const bodySchema = z.object({ type: optionalText, token_hash: optionalText, code_verifier: optionalText })

/**
 * POST /verify/peek: whose link this is, and what has to be shown with it. The page behind our mails asks before it offers
 * the button, so that no user signs in as another unawares. An addition of ours; it needs the link's secret, says no
 * more than the mail did, and uses nothing up. Throws `otp_expired`.
 */
export async function peek(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  const type = verificationType(body.type)
  if (body.token_hash === null) throw validationFailed('Verify requires a token hash')
  const hash = hashOfSecret(body.token_hash)
  return services.database.transaction(async (tx) => {
    const token = await findByLink(tx, { types: TOKENS_OF_TYPE[type], hash })
    const account = token === null ? null : await findAccount(tx, token.userId)
    if (token === null || account === null) throw linkExpired()
    const { id, email, email_change } = account.user
    const needed = await neededFor(services, tx, token, body.code_verifier)
    return json({ user: { id, email: email ?? '' }, new_email: email_change || null, needed })
  })
}
