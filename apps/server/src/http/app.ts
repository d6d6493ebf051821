import { randomUUID } from 'node:crypto'
import type { Auth } from '@cairn/auth/auth'
import type { DataApi } from '@cairn/data-api/handler'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import type { Database } from '../database.ts'
import type { Observe } from '../observe/events.ts'
import type { ApiKeys } from './api-keys.ts'
import { clientAddressFor } from './client-address.ts'
import type { Env } from './context.ts'
import { functionAnswer } from './functions.ts'
import { apiKeyRole, callerOf, forwardedHeaders } from './gateway.ts'
import { health } from './health.ts'
import { limitRequest, readBody, withBody } from './limits.ts'
import { noOutbox, outbox } from './outbox.ts'
import { NOT_FOUND, problemOf, problemResponse } from './problems.ts'
import { securityHeaders } from './security-headers.ts'
import { webApp } from './web-app.ts'

/** Everything that the server is put together from. */
export interface AppParts {
  config: Config
  database: Database
  keys: ApiKeys
  auth: Auth
  data: DataApi
  /** The built web app. */
  webFolder: string
  /** Where mail is kept while no mail server is configured. */
  outboxFolder: string | null
  isStopping: () => boolean
  observe: Observe
}

/** Puts the server together: what every request passes, then a part for each address. */
export function createApp(parts: AppParts): Hono<Env> {
  const { config, observe } = parts
  const app = new Hono<Env>()
  app.use(identify(config), recorded(observe), securityHeaders(config.publicUrl), limitRequest)
  app.use('/auth/v1/*', crossOrigin(config))
  app.use('/rest/v1/*', crossOrigin(config), compressed())
  app.use('/functions/v1/*', crossOrigin(config), compressed())

  app.route('/', health(parts.database.accounts, parts.isStopping))
  app.get('/config.json', cors({ origin: '*' }), (c) =>
    c.json({ url: config.publicUrl, key: parts.keys.publishable, outbox: outboxPath(parts) }),
  )
  app.all('/auth/v1/*', (c) => authAnswer(c, parts))
  app.all('/rest/v1/*', (c) => dataAnswer(c, parts))
  app.all('/functions/v1/*', (c) => functionAnswer(c, parts))
  app.route('/outbox', parts.outboxFolder === null ? noOutbox() : outbox(parts.outboxFolder))
  app.route(
    '/',
    webApp({
      folder: parts.webFolder,
      publicUrl: config.publicUrl,
      page: { url: null, key: parts.keys.publishable, outbox: outboxPath(parts) },
    }),
  )
  app.notFound((c) => problemResponse(c.req.path, NOT_FOUND))
  app.onError((error, c) => {
    const { method, path } = c.req
    const problem = problemOf(error)
    if (problem.status >= 500)
      observe({ kind: 'request-failed', id: c.var.requestId, method, path, cause: error })
    return problemResponse(path, problem)
  })
  return app
}

function outboxPath(parts: AppParts): string | null {
  return parts.outboxFolder === null ? null : '/outbox'
}

/** Gives each request an id and the address of its client. */
function identify(config: Config) {
  const addressOf = clientAddressFor(config.trustedProxies)
  return createMiddleware<Env>(async (c, next) => {
    c.set('requestId', randomUUID())
    const { socket } = c.env.incoming
    c.set('clientAddress', addressOf(socket.remoteAddress, c.req.header('x-forwarded-for') ?? null))
    await next()
  })
}

/** One line for each request. Only the path: a query can hold tokens and people's addresses. */
function recorded(observe: Observe) {
  return createMiddleware<Env>(async (c, next) => {
    const began = performance.now()
    await next()
    observe({
      kind: 'request',
      id: c.var.requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
    })
  })
}

const CORS_ANSWERS_VISIBLE = [
  'content-range',
  'content-location',
  'location',
  'preference-applied',
  'retry-after',
  'x-request-id',
  'x-supabase-api-version',
  'x-sb-error-code',
]
const ONE_HOUR_S = 3_600

/** Pages of listed origins may call, never with cookies. */
function crossOrigin({ corsOrigins }: Config) {
  const allowed = cors({
    origin: [...corsOrigins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: CORS_ANSWERS_VISIBLE,
    maxAge: ONE_HOUR_S,
  })
  return createMiddleware<Env>((c, next) => (corsOrigins.length === 0 ? next() : allowed(c, next)))
}

/**
 * Compresses answers on request, but not those of /auth/v1: their compressed length would reveal something of the
 * tokens in
 * them, and for two kilobytes it costs more than the rest of a refresh.
 */
function compressed() {
  const compressing = compress()
  // It rebuilds the answer even where it compresses nothing, so it runs only where the client asks for it.
  return createMiddleware<Env>((c, next) =>
    c.req.header('accept-encoding') === undefined ? next() : compressing(c, next),
  )
}

/** Addresses that a browser opens by itself, without an API key in a header. */
const WITHOUT_KEY = new Set([
  '/auth/v1/verify',
  '/auth/v1/authorize',
  '/auth/v1/callback',
  '/auth/v1/sso/saml/metadata',
  '/auth/v1/sso/saml/acs',
  '/auth/v1/health',
  '/auth/v1/.well-known/jwks.json',
])

async function authAnswer(c: Context<Env>, { auth, keys }: AppParts): Promise<Response> {
  const role = WITHOUT_KEY.has(c.req.path) ? 'anon' : await apiKeyRole(c, keys)
  if (typeof role !== 'string') return problemResponse(c.req.path, role)
  return auth.handle(await withBody(c), {
    clientAddress: c.var.clientAddress,
    requestId: c.var.requestId,
    apiRole: role === 'service_role' ? 'service_role' : 'anon',
  })
}

const REST = '/rest/v1'

async function dataAnswer(c: Context<Env>, { auth, keys, data }: AppParts): Promise<Response> {
  const caller = await callerOf(c, keys, (token) => auth.verifyAccessToken(token))
  if ('dataCode' in caller) return problemResponse(c.req.path, caller)
  const { url = '' } = c.env.incoming
  const { method, headers } = c.req.raw
  return data.handle(
    {
      id: c.var.requestId,
      method,
      url: url.slice(REST.length),
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : await readBody(c.env.incoming),
      forwardedHeaders: forwardedHeaders(c),
    },
    caller,
  )
}
