import { inSpan, isTracing } from '@cairn/tracing/spans'
import type { Context } from 'hono'
import { routeClass } from '../../metrics/route-class.ts'
import { trustedBy } from './client-address.ts'
import type { Env } from './context.ts'

/**
 * A span for each request, by its class of route. It goes on with the trace of a proxy that the operator trusts; anybody
 * else could have everything traced, or join the traces of others.
 */
export function tracedRequests(trustedProxies: readonly string[]) {
  const isTrusted = trustedBy(trustedProxies)
  return (c: Context<Env>, answer: () => Promise<void>): Promise<void> => {
    if (!isTracing()) return answer()
    const { method, path } = c.req
    const route = routeClass(path)
    const { socket, headers } = c.env.incoming
    const said = { 'http.request.method': method, 'http.route': route, 'cairn.request.id': c.var.requestId }
    const continues = isTrusted(socket.remoteAddress ?? '') ? headers : {}
    return inSpan(
      `${method} ${route}`,
      async (say) => {
        await answer()
        say({ 'http.response.status_code': c.res.status })
      },
      { kind: 'server', said, continues },
    )
  }
}
