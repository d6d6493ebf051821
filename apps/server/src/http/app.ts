import type { Auth } from '@cairn/auth/auth'
import type { DataApi } from '@cairn/data-api/handler'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { readBackupState } from '../backups/backup-state.ts'
import { readWalState } from '../backups/wal/wal-state.ts'
import type { Database } from '../database/database.ts'
import type { Exposition } from '../metrics/exposition.ts'
import { showsToken } from '../metrics/token.ts'
import { UNSUBSCRIBE_PATH, type UnsubscribeLinks } from '../notices/unsubscribe-links.ts'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'
import type { Place } from '../settings/place.ts'
import type { ApiKeys } from './api/api-keys.ts'
import { crossOrigin } from './api/cross-origin.ts'
import { functionAnswer } from './api/functions.ts'
import { apiKeyRole, apiTokenOf, callerOf, forwardedHeaders } from './api/gateway.ts'
import { MCP_PATH } from './api/mcp-path.ts'
import { OF_CLIENTS, wellKnown } from './api/well-known.ts'
import { CALENDARS_PATH, calendars, readingCalendars } from './calendars/calendars.ts'
import { everyRequest } from './every-request.ts'
import { HEARTBEATS_PATH, heartbeats } from './heartbeats/heartbeats.ts'
import { takingInCalls } from './heartbeats/take-in-calls.ts'
import { closedOutbox, noOutbox, outbox } from './mails/outbox.ts'
import { outboxDoor } from './mails/outbox-door.ts'
import { stopIn, unsubscribe } from './mails/unsubscribe.ts'
import { mcp } from './mcp/mcp.ts'
import type { ToolServer } from './mcp/server.ts'
import { type HealthParts, health } from './monitoring/health.ts'
import { METRICS_PATH, metricsRoute } from './monitoring/metrics.ts'
import { limited } from './rate-limits/limited.ts'
import { createNetworkGate, type NetworkGate } from './rate-limits/network-gate.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { Requesters } from './rate-limits/requesters.ts'
import { leadsToThisMachine } from './request/client-address.ts'
import type { Env } from './request/context.ts'
import { readBody, withBody } from './request/limits.ts'
import { holdAnswer } from './request/memory.ts'
import { NOT_FOUND, notServed, problemOf, problemResponse } from './request/problems.ts'
import { type PageConfig, webApp } from './site/web-app.ts'
import type { ApiTokens } from './tokens/known-tokens.ts'
import { ownPerson } from './tokens/own-person.ts'

/** The parts that Cairn's own installation serves beside the API. */
export interface Site {
  /** The built web app. */
  webFolder: string
  /** The links by which mails are stopped. */
  unsubscribeLinks: UnsubscribeLinks
  /** The tools for assistants. */
  loadTools: () => Promise<ToolServer>
}

/** Parts of Supabase that this server never has. */
const MISSING_PARTS = ['storage', 'realtime', 'graphql']

/** Everything that the server is put together from. */
export interface AppParts {
  config: Config
  /** Each of several processes keeps its part of the limits. */
  place: Place
  database: Database
  keys: ApiKeys
  auth: Auth
  data: DataApi
  requesters: Requesters
  /** Knows the accounts of API tokens, and notes when they were used; null where the product has none. */
  apiTokens: ApiTokens | null
  /** Null where no tokens and apps are known. */
  rateLimits: RateLimits | null
  site: Site | null
  /** Where mail is kept while no mail server is configured, and the key that opens it. */
  outbox: { folder: string; key: string } | null
  /** How long the oldest message has been waiting to be sent; null when none waits. */
  oldestMessageSeconds: () => Promise<number | null>
  isStopping: () => boolean
  /** The figures that `/metrics` shows, and the token that opens them; null where there are none. */
  figures: { token: string; exposition: Exposition } | null
  observe: Observe
}

/** Puts the server together: what every request passes, then a part for each address. */
export function createApp(parts: AppParts): Hono<Env> {
  const { config, observe } = parts
  const app = new Hono<Env>()
  app.use(everyRequest(parts))
  for (const path of OF_CLIENTS) app.use(path, cors({ origin: '*', exposeHeaders: ['www-authenticate'] }))
  app.use('/auth/v1/*', crossOrigin(config))
  app.use('/rest/v1/*', crossOrigin(config), compressed(), held)
  app.use('/functions/v1/*', crossOrigin(config), compressed(), held)

  app.route(
    '/',
    health({
      database: parts.database.health,
      requests: parts.database.requests,
      oldestMessageSeconds: parts.oldestMessageSeconds,
      standbyIsMissing: parts.database.standbyIsMissing,
      isStopping: parts.isStopping,
      backups: () => readBackupState(config.backups.dir),
      wal: () => readWalState(config.backups.wal ? config.backups.dir : null),
      isOperator: isOperatorOf(parts),
      observe,
    }),
  )
  app.get('/config.json', cors({ origin: '*' }), (c) =>
    c.json({ ...clientConfig(parts), url: config.publicUrl }),
  )
  if (parts.auth.wellKnown !== null) app.route('/', wellKnown(parts.auth.wellKnown))
  addProtocols(app, parts)
  if (parts.figures !== null)
    app.use(METRICS_PATH, metricsRoute(parts.figures.token, parts.figures.exposition))
  app.route('/outbox', outboxOf(parts))
  if (parts.site !== null) addSite(app, parts, parts.site)
  app.notFound((c) => problemResponse(c.req.path, NOT_FOUND))
  app.onError((error, c) => {
    const { method, path } = c.req
    const problem = problemOf(error)
    if (problem.status >= 500)
      observe({
        kind: 'request-failed',
        id: c.get('requestId'),
        method,
        path,
        cause: error,
      })
    return problemResponse(path, problem)
  })
  return app
}

/** Adds an answer for each part of Supabase, those that are not served included. */
function addProtocols(app: Hono<Env>, parts: AppParts): void {
  const gate = createNetworkGate(parts.place)
  app.all('/auth/v1/*', (c) => authAnswer(c, parts, gate))
  app.all('/rest/v1/*', (c) => dataAnswer(c, parts))
  const served = ['/auth/v1', '/rest/v1']
  const missing = [...MISSING_PARTS]
  if (parts.site === null) missing.push('functions')
  else {
    served.push('/functions/v1')
    app.all('/functions/v1/*', (c) => functionAnswer(c, parts))
  }
  for (const part of missing) {
    app.use(`/${part}/v1/*`, cors({ origin: '*' }))
    app.all(`/${part}/v1/*`, (c) => problemResponse(c.req.path, notServed(part, served)))
  }
}

/** Recognizes the callers who may see how backups go. */
function isOperatorOf({ config, keys }: AppParts): HealthParts['isOperator'] {
  const token = config.metrics?.token ?? null
  return async ({ apikey, authorization }) =>
    (token !== null && showsToken(authorization, token)) ||
    (apikey !== undefined && (await keys.roleOf(apikey)) === 'service_role')
}

/** Cairn's own addresses: the web app, the page that stops mails, calendars, and where heartbeats are called. */
function addSite(app: Hono<Env>, parts: AppParts, { webFolder, unsubscribeLinks, loadTools }: Site): void {
  const { publicUrl } = parts.config
  const stop = stopIn(parts.database.accounts)
  app.route(UNSUBSCRIBE_PATH, unsubscribe({ links: unsubscribeLinks, stop }))
  app.route(HEARTBEATS_PATH, heartbeats(takingInCalls(parts.database.accounts)))
  app.route(CALENDARS_PATH, calendars(readingCalendars(parts.database.accounts), publicUrl))
  const { config, auth } = parts
  const tools = mcp({ ...parts, loadTools, verify: auth.verifyAccessToken })
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) {
    app.use(path, crossOrigin(config), held)
    app.route(path, tools)
  }
  app.route('/', webApp({ folder: webFolder, publicUrl, page: { ...clientConfig(parts), url: null } }))
}

/**
 * The configuration for clients: the API key, whether mail leaves this server, and where people at it read the rest.
 */
function clientConfig({ config, keys, outbox: kept }: AppParts): Omit<PageConfig, 'url'> {
  const readHere = kept !== null && leadsToThisMachine(config.publicUrl)
  return { key: keys.publishable, sendsMail: kept === null, outbox: readHere ? '/outbox' : null }
}

function outboxOf({ config, outbox: kept, site }: AppParts): Hono<Env> {
  if (kept === null) return noOutbox()
  const { publicUrl } = config
  return outbox(
    kept.folder,
    outboxDoor({ publicUrl, key: kept.key, leadsTo: site === null ? '/outbox' : '/', closed: closedOutbox }),
  )
}

/**
 * Counts answers until the client has received them. Those of other addresses are small, or the same bytes for
 * everybody.
 */
const held = createMiddleware<Env>(async (c, next) => {
  await next()
  // To read one header of an answer costs as much as to make them all again.
  const bytes = c.get('answerBytes') ?? Number(c.res.headers.get('content-length') ?? 0)
  holdAnswer(c.get('memory'), c.env.outgoing, { clientAddress: c.get('clientAddress'), bytes })
})

/**
 * Compresses answers on request, but not those of /auth/v1: their compressed length would reveal something of the
 * tokens in them, and for two kilobytes it costs more than the rest of a refresh.
 */
function compressed() {
  const compressing = compress()
  // The middleware rebuilds the answer even where it compresses nothing, so it runs only where the client asks for it.
  return createMiddleware<Env>((c, next) =>
    c.req.header('accept-encoding') === undefined ? next() : compressing(c, next),
  )
}

/** Addresses that a browser or an OAuth client opens by itself, without an API key in a header. */
const WITHOUT_KEY = new Set([
  '/auth/v1/verify',
  '/auth/v1/authorize',
  '/auth/v1/callback',
  '/auth/v1/sso/saml/metadata',
  '/auth/v1/sso/saml/acs',
  '/auth/v1/oauth/authorize',
  '/auth/v1/health',
  ...OF_CLIENTS,
])

async function authAnswer(c: Context<Env>, parts: AppParts, gate: NetworkGate): Promise<Response> {
  const { auth, keys, database } = parts
  const token = apiTokenOf(c)
  const clientAddress = c.get('clientAddress')
  if (token !== null && parts.apiTokens !== null)
    return gate(clientAddress, () => ownPerson(c, token, { auth, accounts: database.accounts }))
  const role = WITHOUT_KEY.has(c.req.path) ? 'anon' : await apiKeyRole(c, keys)
  if (typeof role !== 'string') return problemResponse(c.req.path, role)
  const requestId = c.get('requestId')
  // A body that comes slowly blocks nobody else.
  const request = await withBody(c)
  return gate(clientAddress, () =>
    auth.handle(request, {
      clientAddress,
      requestId,
      apiRole: role === 'service_role' ? 'service_role' : 'anon',
    }),
  )
}

const REST = '/rest/v1'

async function dataAnswer(c: Context<Env>, parts: AppParts): Promise<Response> {
  const { auth, keys, data, requesters, rateLimits, apiTokens } = parts
  const began = performance.now()
  const caller = await callerOf(c, keys, (token) => auth.verifyAccessToken(token), apiTokens)
  if ('dataCode' in caller) return problemResponse(c.req.path, caller)
  const asking = requesters.named(caller, c.get('clientAddress'))
  const authenticatedInMs = performance.now() - began
  const { url = '' } = c.env.incoming
  const { method, headers } = c.req.raw
  return limited(c.req.path, rateLimits?.count(asking), async () => {
    const answer = await data.handle(
      {
        id: c.get('requestId'),
        method,
        url: url.slice(REST.length),
        headers,
        body: method === 'GET' || method === 'HEAD' ? null : await readBody(c),
        forwardedHeaders: forwardedHeaders(c),
        authenticatedInMs,
      },
      asking,
    )
    c.set('answerBytes', answer.bodyLength)
    return answer
  })
}
