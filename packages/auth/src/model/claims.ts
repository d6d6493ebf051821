import { z } from 'zod'

/** The audience of a browser's access token, and of a client's token without a resource. */
export const AUDIENCE = 'authenticated'

/** The required claims of an access token. */
export const accessTokenClaimsSchema = z.looseObject({
  iss: z.string(),
  /** Any uuid of Postgres: seeds write ids that no version of RFC 9562 makes. */
  sub: z.guid(),
  aud: z.string(),
  exp: z.int(),
  iat: z.int(),
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  role: z.literal('authenticated'),
  aal: z.enum(['aal1', 'aal2', 'aal3']),
  amr: z.array(z.looseObject({ method: z.string(), timestamp: z.int() })),
  session_id: z.uuid(),
  is_anonymous: z.boolean(),
})

/**
 * The claims of an access token. The session that it names may have ended since: the database is asked with each
 * request.
 */
export type AccessTokenClaims = Readonly<z.infer<typeof accessTokenClaimsSchema>>
