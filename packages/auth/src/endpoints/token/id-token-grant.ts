import { z } from 'zod'
import {
  badIdToken,
  manualLinkingDisabled,
  providerNotEnabled,
  userBanned,
  validationFailed,
} from '../../errors/auth-errors.ts'
import { optionalText, readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import type { ProviderAnswer } from '../../providers/provider.ts'
import { enterByProvider } from '../oauth/find-or-create-user.ts'
import type { Services } from '../services.ts'
import { limitClient } from '../shared/client-limits.ts'
import { beginSession, grantResponse, makeGrant } from '../shared/grant.ts'

const bodySchema = z.object({
  provider: optionalText,
  id_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
})

/**
 * POST /token?grant_type=id_token: a session for the user of a provider's ID token that was issued for this
 * installation.
 */
export async function idTokenGrant(services: Services, call: Call): Promise<Response> {
  const body = await readBody(call, bodySchema)
  if (body.id_token === null || body.provider === null)
    throw validationFailed('id_token and provider required')
  if (body.link_identity === true) throw manualLinkingDisabled()
  const verify = services.providers.get(body.provider)?.answerInIdToken ?? null
  if (verify === null) throw providerNotEnabled()
  await limitClient(services, call)
  const answer = await genuine(() => verify(body.id_token ?? '', body.nonce))

  const identity = { provider: body.provider, answer }
  const grant = await services.database.transaction(async (tx) => {
    const userId = await enterByProvider(services, tx, call, identity)
    const session = await beginSession(services, tx, call, { userId, method: 'oauth' })
    if (session === null) throw userBanned(400)
    return makeGrant(services, tx, call, { session, method: 'oauth' })
  })
  return grantResponse(services, grant)
}

async function genuine(verify: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
  try {
    return await verify()
  } catch (cause) {
    throw badIdToken(cause)
  }
}
