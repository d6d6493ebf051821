import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { ANY_ORIGIN, type Config } from '../../settings/config.ts'
import type { Env } from '../request/context.ts'

const CORS_ANSWERS_VISIBLE = [
  'content-range',
  'content-location',
  'idempotency-body',
  'idempotency-replayed',
  'location',
  'preference-applied',
  'proxy-status',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'server-timing',
  'x-record-count',
  'x-request-id',
  'x-supabase-api-version',
  'x-sb-error-code',
]
const ONE_HOUR_S = 3_600

/** Pages of listed origins may call, or of any where a star is listed; never with cookies. */
export function crossOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>) {
  const allowed = cors({
    origin: corsOrigins.includes(ANY_ORIGIN) ? ANY_ORIGIN : [...corsOrigins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: CORS_ANSWERS_VISIBLE,
    maxAge: ONE_HOUR_S,
  })
  return createMiddleware<Env>((c, next) => (corsOrigins.length === 0 ? next() : allowed(c, next)))
}
