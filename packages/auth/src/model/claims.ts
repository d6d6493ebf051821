import { z } from 'zod'

/** What the access token of a browser is for, and that of a client that asked for nothing else. */
export const AUDIENCE = 'authenticated'

/** What an access token has to say. */
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
 * What an access token says. The session that it names may have ended since: the database is asked with each request.
 */
export type AccessTokenClaims = Readonly<z.infer<typeof accessTokenClaimsSchema>>
