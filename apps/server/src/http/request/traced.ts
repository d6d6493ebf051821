import { inSpan, isTracing } from '@cairn/tracing/spans'
import { createMiddleware } from 'hono/factory'
import { routeClass } from '../../metrics/route-class.ts'
import { trustedBy } from './client-address.ts'
import type { Env } from './context.ts'

/**
 * A span for each request, by its class of route. It goes on with the trace of a proxy that the operator trusts; anybody
 * else could have everything traced, or join the traces of others.
 */
export function traced(trustedProxies: readonly string[]) {
  const isTrusted = trustedBy(trustedProxies)
  return createMiddleware<Env>((c, next) => {
    if (!isTracing()) return next()
    const { method, path } = c.req
    const route = routeClass(path)
    const { socket, headers } = c.env.incoming
    const said = { 'http.request.method': method, 'http.route': route, 'cairn.request.id': c.var.requestId }
    const continues = isTrusted(socket.remoteAddress ?? '') ? headers : {}
    return inSpan(
      `${method} ${route}`,
      async (say) => {
        await next()
        say({ 'http.response.status_code': c.res.status })
      },
      { kind: 'server', said, continues },
    )
  })
}
