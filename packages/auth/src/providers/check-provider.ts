import { z } from 'zod'
import type { ProviderSettings } from './provider.ts'
import { issuerOf } from './providers.ts'

const TIMEOUT_MS = 10_000

/** A part of a provider's settings: whether it is as sign-in needs it, and what to do otherwise. */
export interface ProviderFinding {
  part: string
  isGood: boolean
  says: string
}

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  scopes_supported: z.array(z.string()).optional(),
  claims_supported: z.array(z.string()).optional(),
})
type Metadata = z.output<typeof metadata>

/**
 * Looks at what an OpenID Connect provider publishes, and says for each part whether people can sign in with it. Signs
 * nobody in, and sends no secret.
 * Source: OpenID Connect Discovery 1.0 sections 3 and 4
 */
export async function checkProvider(
  name: string,
  settings: ProviderSettings,
): Promise<readonly ProviderFinding[]> {
  const url = issuerOf(name, settings)
  if (url === null) return [good('address', 'GitHub publishes nothing to look at.')]
  const read = await published(url)
  if ('isGood' in read) return [read]
  return [
    good('address', `${url} answers.`),
    issuerFinding(url, read),
    await keysFinding(read),
    scopesFinding(read),
    addressFinding(name, settings, read),
  ]
}

const good = (part: string, says: string): ProviderFinding => ({ part, isGood: true, says })
const bad = (part: string, says: string): ProviderFinding => ({ part, isGood: false, says })

async function published(url: string): Promise<Metadata | ProviderFinding> {
  const address = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    return metadata.parse(await get(address))
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it is no OpenID Connect document' : String(error)
    return bad('address', `${address} cannot be read: ${reason}. Look at url.`)
  }
}

async function get(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`it answers ${answer.status}`)
  return answer.json()
}

function issuerFinding(url: string, { issuer }: Metadata): ProviderFinding {
  const bare = (text: string) => text.replace(/\/$/, '')
  return bare(issuer) === bare(url)
    ? good('issuer', `It calls itself ${issuer}.`)
    : bad('issuer', `It calls itself ${issuer}. Set url to that.`)
}

async function keysFinding({ jwks_uri: uri }: Metadata): Promise<ProviderFinding> {
  try {
    const { keys } = z.object({ keys: z.array(z.unknown()).min(1) }).parse(await get(uri))
    return good('keys', `It publishes ${keys.length}.`)
  } catch {
    return bad('keys', `${uri} has no keys, so no token can be verified. Choose a signing key there.`)
  }
}

function scopesFinding({ scopes_supported: scopes }: Metadata): ProviderFinding {
  const missing = ['openid', 'email', 'profile'].filter(
    (scope) => scopes !== undefined && !scopes.includes(scope),
  )
  return missing.length === 0
    ? good('scopes', 'openid, email and profile can be asked for.')
    : bad('scopes', `It does not offer ${missing.join(', ')}. Allow the client these scopes there.`)
}

function addressFinding(
  name: string,
  { trustEmail = false }: ProviderSettings,
  { claims_supported: claims }: Metadata,
) {
  if (trustEmail) return good('addresses', 'Each counts as verified: trust_email is set.')
  if (name === 'azure') return good('addresses', 'Those of one tenant count, unless xms_edov says otherwise.')
  return claims === undefined || claims.includes('email_verified')
    ? good('addresses', 'Those count that it calls verified (email_verified).')
    : bad('addresses', 'It does not say which are verified. Set trust_email = true where you manage them.')
}
