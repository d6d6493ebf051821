import { clientNetwork } from '@cairn/auth/rules/client-network'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Observe } from '../observe/events.ts'
import type { Config } from '../settings/config.ts'
import type { Place } from '../settings/place.ts'
import { closeInStages } from './connections/close-in-stages.ts'
import { HEALTH_PATHS } from './monitoring/health.ts'
import { METRICS_PATH } from './monitoring/metrics.ts'
import { createRefusals, type Refusals } from './rate-limits/refusals.ts'
import { clientAddressFor } from './request/client-address.ts'
import type { Env } from './request/context.ts'
import { problemWithSize } from './request/limits.ts'
import { createClientMemory } from './request/memory.ts'
import { problemWithAddress } from './request/plain-address.ts'
import { problemResponse } from './request/problems.ts'
import { requestIdFor } from './request/request-id.ts'
import { tracedRequests } from './request/traced.ts'
import { securityHeaders } from './site/security-headers.ts'

interface EveryRequestParts {
  config: Config
  /** Each of several processes keeps its part of the limits. */
  place: Place
  isStopping: () => boolean
  observe: Observe
}

/** The way of every request, from its first byte to its last: one step after the other, as nothing waits in between. */
export function everyRequest({ config, place, isStopping, observe }: EveryRequestParts) {
  const memory = createClientMemory(place)
  const addressOf = clientAddressFor(config.trustedProxies)
  const idOf = requestIdFor(config.trustedProxies)
  const traced = tracedRequests(config.trustedProxies)
  const secure = securityHeaders(config.publicUrl)
  const refusals = createRefusals(place)
  return createMiddleware<Env>((c, next) => {
    const { incoming, outgoing } = c.env
    const { remoteAddress } = incoming.socket
    c.set('requestId', idOf(remoteAddress, incoming.headers['x-request-id']))
    c.set('memory', memory)
    c.set('clientAddress', addressOf(remoteAddress, c.req.header('x-forwarded-for') ?? null))
    return traced(c, async () => {
      const began = performance.now()
      secure(outgoing, c.get('requestId'))
      const problem = problemWithSize(incoming) ?? problemWithAddress(c.req.path, incoming.url)
      if (problem === null) await next()
      else c.res = problemResponse(c.req.path, problem)
      record(observe, c, performance.now() - began)
      if (isRefusal(c.res)) await holdRefusal(refusals, c)
      closeInStages(c.env, isStopping)
    })
  })
}

/** Tells whether an answer gave the caller nothing; redirects have a status of their own. */
const isRefusal = ({ status }: Response) => status >= 400 || status === 300

/**
 * Refusals beyond a share go out later. The share is that of the person, so that nobody waits for a colleague in the
 * same office; only visitors without a session share one with their network. Other answers never wait.
 */
async function holdRefusal(refusals: Refusals, c: Context<Env>): Promise<void> {
  const party = c.get('party')
  if (party !== null) await refusals.hold(party ?? clientNetwork(c.get('clientAddress')), c.env.outgoing)
}

/** The checks of load balancers and monitors, some of which come every second. */
const CHECKS: ReadonlySet<string> = new Set([...HEALTH_PATHS, '/auth/v1/health', METRICS_PATH])

/**
 * Reports one line for each request. The line has only the path: a query can hold tokens and people's addresses. A
 * check that gets its expected answer leaves no line: a change of `/readyz` is reported separately.
 */
function record(observe: Observe, c: Context<Env>, tookMs: number): void {
  const { status } = c.res
  const { method, path } = c.req
  if (CHECKS.has(path) && (status < 400 || status === 503)) return
  observe({ kind: 'request', id: c.get('requestId'), method, path, status, ms: Math.round(tookMs * 10) / 10 })
}
