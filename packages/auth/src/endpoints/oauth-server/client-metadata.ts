import { z } from 'zod'
import { OAuthError } from '../../errors/oauth-errors.ts'
import type { OAuthClient, OAuthClientMetadata } from '../../model/oauth-client.ts'
import { hasRefusedScheme, redirectProblem } from '../../rules/oauth-redirect.ts'
import { visibleName } from '../../rules/visible-name.ts'

const GRANTS = ['authorization_code', 'refresh_token'] as const

/** Text without NUL, which Postgres cannot store. */
const storable = z.string().refine((text) => !text.includes('\0'), 'has a NUL character')
const webAddress = storable.pipe(z.url({ protocol: /^https?$/ }).max(2_048))

/** The fields of a client's metadata that are used. Source: RFC 7591 section 2 */
const metadataSchema = z.object({
  client_name: visibleName.pipe(z.string().min(1).max(200)),
  client_uri: webAddress.nullish(),
  logo_uri: webAddress.nullish(),
  redirect_uris: z.array(z.string()).min(1).max(10),
  grant_types: z.array(z.string().max(100)).max(10).nullish(),
  response_types: z.array(z.string()).max(10).nullish(),
  scope: storable.max(1_024).nullish(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).nullish(),
})

/**
 * The metadata of a client, without redirect addresses whose scheme is not allowed. A client that registers itself
 * lists every address that it may come to use, of which one is enough, and reads in the response which of them are
 * left. Source: RFC 7591 section 3.2.1
 */
export function withoutRefusedSchemes(value: unknown): unknown {
  const parsed = z.looseObject({ redirect_uris: z.array(z.string()) }).safeParse(value)
  if (!parsed.success) return value
  const left = parsed.data.redirect_uris.filter((address) => !hasRefusedScheme(address))
  // Without any allowed address the metadata stays as it is, so that the client learns why it is refused.
  return left.length === 0 ? value : { ...parsed.data, redirect_uris: left }
}

/** Reads the metadata of a client. Throws `invalid_client_metadata` or `invalid_redirect_uri`. */
export function readMetadata(value: unknown): OAuthClientMetadata {
  const parsed = metadataSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new OAuthError('invalid_client_metadata', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  const given = parsed.data
  for (const address of given.redirect_uris) {
    const problem = redirectProblem(address)
    if (problem !== null)
      throw new OAuthError(
        'invalid_redirect_uri',
        `${address.slice(0, 200)} cannot be registered: ${problem}.`,
      )
  }
  if (given.response_types?.every((type) => type !== 'code'))
    throw new OAuthError('invalid_client_metadata', 'response_types: only code is supported.')
  const grantTypes = GRANTS.filter((grant) => given.grant_types?.includes(grant) ?? true)
  if (!grantTypes.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types: authorization_code is required.')
  return {
    name: given.client_name,
    uri: given.client_uri ?? null,
    logoUri: given.logo_uri ?? null,
    redirectUris: [...new Set(given.redirect_uris)],
    grantTypes,
    scope: given.scope ?? null,
    authMethod: given.token_endpoint_auth_method ?? 'client_secret_basic',
  }
}

/** A client in the protocol's shape, with its secret when that was created just now. */
export function clientJson(client: OAuthClient, secret: string | null = null): Record<string, unknown> {
  return {
    client_id: client.clientId,
    ...(secret === null ? {} : { client_secret: secret }),
    client_name: client.name,
    client_type: client.authMethod === 'none' ? 'public' : 'confidential',
    token_endpoint_auth_method: client.authMethod,
    registration_type: client.registration === 'manual' ? 'manual' : 'dynamic',
    ...(client.uri === null ? {} : { client_uri: client.uri }),
    ...(client.logoUri === null ? {} : { logo_uri: client.logoUri }),
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: ['code'],
    ...(client.scope === null ? {} : { scope: client.scope }),
    created_at: client.createdAt.toISOString(),
    updated_at: client.updatedAt.toISOString(),
  }
}
