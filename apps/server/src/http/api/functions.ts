import type { Auth } from '@cairn/auth/auth'
import type { DataApi } from '@cairn/data-api/handler'
import type { Context } from 'hono'
import type { ServerFunction } from '../../../../../supabase/functions/_shared/server-function.ts'
import { refusal } from '../../../../../supabase/functions/_shared/server-function.ts'
import { acceptInvitation } from '../../../../../supabase/functions/accept-invitation/handler.ts'
import { exportRecords } from '../../../../../supabase/functions/export/handler.ts'
import { takeInFound } from '../../../../../supabase/functions/found/handler.ts'
import { ping } from '../../../../../supabase/functions/ping/handler.ts'
import { validateInvitation } from '../../../../../supabase/functions/validate-invitation/handler.ts'
import { limited } from '../rate-limits/limited.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Requesters } from '../rate-limits/requesters.ts'
import type { Env } from '../request/context.ts'
import { withBody } from '../request/limits.ts'
import { problemResponse } from '../request/problems.ts'
import type { ApiTokens } from '../tokens/known-tokens.ts'
import type { ApiKeys } from './api-keys.ts'
import { callerOf, forwardedHeaders, NOBODY } from './gateway.ts'

interface FunctionParts {
  keys: ApiKeys
  auth: Auth
  data: DataApi
  requesters: Requesters
  apiTokens: ApiTokens | null
  rateLimits: RateLimits | null
}

/** The folders of supabase/functions, by name. */
const FUNCTIONS: ReadonlyMap<string, ServerFunction> = new Map([
  ['validate-invitation', validateInvitation],
  ['accept-invitation', acceptInvitation],
  ['export', exportRecords],
  ['found', takeInFound],
  ['ping', ping],
])

/** Scripts call these with a secret that only the function knows, and with no API key. */
const FOR_SCRIPTS: ReadonlySet<string> = new Set(['found', 'ping'])

/** The function behind an address. Only `ping` reads on behind its name. */
const nameIn = (path: string) => (path.startsWith('ping/') ? 'ping' : path)

/** Answers a call of a server function. Its procedure runs as the caller, as if it had been called over /rest/v1. */
export async function functionAnswer(
  c: Context<Env>,
  { keys, auth, data, requesters, rateLimits, apiTokens }: FunctionParts,
): Promise<Response> {
  const name = nameIn(c.req.path.slice('/functions/v1/'.length))
  const handle = FUNCTIONS.get(name)
  if (handle === undefined) return refusal(404, 'NOT_FOUND', 'Requested function was not found')
  const caller = FOR_SCRIPTS.has(name)
    ? NOBODY
    : await callerOf(c, keys, (token) => auth.verifyAccessToken(token), apiTokens)
  if ('dataCode' in caller) return problemResponse(c.req.path, caller)
  const asking = requesters.named(caller, c.get('clientAddress'))
  return limited(c.req.path, rateLimits?.count(asking), async () =>
    handle(await withBody(c), (procedure, args) =>
      data.handle(
        {
          id: c.get('requestId'),
          method: 'POST',
          url: `/rpc/${procedure}`,
          headers: new Headers({ 'content-type': 'application/json' }),
          body: new TextEncoder().encode(JSON.stringify(args)),
          forwardedHeaders: forwardedHeaders(c),
        },
        asking,
      ),
    ),
  )
}
