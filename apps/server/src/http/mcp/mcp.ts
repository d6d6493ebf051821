import { InvalidAccessToken } from '@cairn/auth/tokens/token-refusals'
import type { DataApi } from '@cairn/data-api/handler'
import type { Caller } from '@cairn/postgres/pool/caller'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Observe } from '../../observe/events.ts'
import { bearerIn } from '../../secrets/bearer.ts'
import type { Config } from '../../settings/config.ts'
import { apiTokenOf, forwardedHeaders, holderOfToken, type VerifiedClaims } from '../api/gateway.ts'
import { MCP_PATH } from '../api/mcp-path.ts'
import { limited } from '../rate-limits/limited.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Requesters } from '../rate-limits/requesters.ts'
import type { Env } from '../request/context.ts'
import { readBody } from '../request/limits.ts'
import { problemResponse } from '../request/problems.ts'
import type { ApiTokens } from '../tokens/known-tokens.ts'
import { admit, messageIn, type Refusal } from './admission.ts'
import { asPerson } from './as-person.ts'
import { foreignness } from './origins.ts'
import type { ToolServer } from './server.ts'

export interface McpParts {
  config: Config
  data: DataApi
  requesters: Requesters
  apiTokens: ApiTokens | null
  rateLimits: RateLimits | null
  /** The claims of an OAuth token that was made for this address; throws InvalidAccessToken. */
  verify: (token: string, audience: string) => Promise<VerifiedClaims>
  /** Loads what opens the tools for an assistant, for one request. */
  loadTools: () => Promise<ToolServer>
  observe: Observe
}

/**
 * The tools for assistants: Streamable HTTP without sessions, in the protocol of 2026-07-28 and in those before it. Each
 * request brings its own token, and all that is done with it is done as its person.
 */
export function mcp(parts: McpParts): Hono<Env> {
  const app = new Hono<Env>()
  app.use(notStored)
  app.all('/', async (c) => {
    const foreign = foreignness(c.req.raw.headers, parts.config)
    if (foreign !== null) return problemResponse(c.req.path, foreign)
    const caller = await callerOf(c, parts)
    if (caller instanceof Response) return caller
    if (c.req.method !== 'POST') return onlyPost()
    const asking = parts.requesters.named(caller, c.get('clientAddress'))
    return limited(c.req.path, parts.rateLimits?.count(asking), () => answered(c, asking, parts))
  })
  return app
}

/** Keeps caches from storing a caller's data; the protocol's own handler only says that it may become stale. */
const notStored = createMiddleware<Env>(async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
})

async function answered(c: Context<Env>, caller: Caller, parts: McpParts): Promise<Response> {
  const body = new TextDecoder().decode(await readBody(c))
  return unservable(body) ?? served(c, body, caller, parts)
}

async function served(c: Context<Env>, body: string, caller: Caller, parts: McpParts): Promise<Response> {
  const { data, config, loadTools, observe } = parts
  const requestId = c.get('requestId')
  const person = asPerson(data, caller, {
    id: requestId,
    forwardedHeaders: forwardedHeaders(c),
  })
  const admitted = await admit(person, body, c.req.header('user-agent') ?? '')
  if ('refused' in admitted) return refusalOf(config, admitted)
  const call = { ...admitted, person, publicUrl: config.publicUrl }
  const onFailure = (cause: unknown) =>
    observe({ kind: 'request-failed', id: requestId, method: 'POST', path: MCP_PATH, cause })
  const headers = new Headers(c.req.raw.headers)
  headers.delete('authorization')
  const request = new Request(new URL(MCP_PATH, config.publicUrl), { method: 'POST', headers, body })
  // The library of the protocol takes more memory than all others: a server whose assistants never ask does without.
  const { answerMessage } = await import('./answer-message.ts')
  const toolServer = await loadTools()
  return answerMessage(request, ({ era }) => toolServer({ call, era, onFailure }))
}

function refusalOf(config: Config, { refused, status }: Refusal): Response {
  return status === 401
    ? notAuthorised(config, refused)
    : Response.json(rpcError(-32_001, refused), { status })
}

/** The holder of an API token, or the person of an OAuth token that was made for this address; a 401 otherwise. */
async function callerOf(
  c: Context<Env>,
  { config, apiTokens, verify }: McpParts,
): Promise<Caller | Response> {
  const apiToken = apiTokenOf(c)
  if (apiToken !== null && apiTokens !== null) {
    const holder = await holderOfToken(c, apiToken, apiTokens)
    return 'dataCode' in holder ? notAuthorised(config, holder.message) : holder
  }
  const token = bearerIn(c.req.header('authorization'))
  if (token === undefined) return notAuthorised(config, null)
  try {
    const claims = await verify(token, addressOf(config))
    c.set('party', claims.sub)
    // Without a scope it would be taken for a session, which may all that its person may.
    return {
      role: 'authenticated',
      claims: { ...claims, scope: claims['scope'] ?? '' },
      sessionId: claims.session_id,
    }
  } catch (error) {
    if (!(error instanceof InvalidAccessToken)) throw error
    return notAuthorised(config, error.message)
  }
}

const addressOf = ({ publicUrl }: Config) => new URL(MCP_PATH, publicUrl).href

/** The scopes that all tools need together; a program that reads them here asks for no more. */
const SCOPES = 'systems:read automations:read agents:read solutions:read people:read'

/**
 * Says where a program learns how to get a token, and what for. Source: RFC 9728 section 5.1, RFC 6750 section 3, Model
 * Context Protocol 2025-11-25, Authorization, Scope Selection Strategy
 */
function notAuthorised({ publicUrl }: Config, reason: string | null): Response {
  const metadata = new URL(`/.well-known/oauth-protected-resource${MCP_PATH}`, publicUrl).href
  const because =
    reason === null ? '' : `error="invalid_token", error_description=${JSON.stringify(reason)}, `
  return Response.json(
    rpcError(-32_001, reason ?? 'Sign in to Cairn, or send an API token in the header Authorization.'),
    {
      status: 401,
      headers: { 'www-authenticate': `Bearer ${because}scope="${SCOPES}", resource_metadata="${metadata}"` },
    },
  )
}

const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

/** There are no sessions to listen to or to end. */
const onlyPost = () =>
  Response.json(rpcError(-32_000, 'This address takes POST alone: it has no sessions and no streams.'), {
    status: 405,
    headers: { allow: 'POST' },
  })

/** Several messages in one are refused, as the protocol has it since 2025-06-18; and nothing changes to listen to. */
function unservable(body: string): Response | null {
  if (/^\s*\[/.test(body))
    return Response.json(rpcError(-32_600, 'Send one message at a time.'), { status: 400 })
  return messageIn(body)?.method === 'subscriptions/listen'
    ? Response.json(rpcError(-32_601, 'Nothing here can be listened to.'), { status: 404 })
    : null
}
