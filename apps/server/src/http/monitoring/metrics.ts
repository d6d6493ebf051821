import { createMiddleware } from 'hono/factory'
import type { Exposition } from '../../metrics/exposition.ts'
import { showsToken } from '../../metrics/token.ts'
import type { Env } from '../request/context.ts'

/** Where figures are read at the served port. */
export const METRICS_PATH = '/metrics'

/** Answers who shows the token. All others go on, to where nothing is: they learn not even that there are figures. */
export function metricsRoute(token: string, exposition: Exposition) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' || !showsToken(c.req.header('authorization'), token)) return next()
    return c.body(await exposition.text(), 200, { 'content-type': exposition.contentType })
  })
}
