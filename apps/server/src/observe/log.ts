import type { AuthEvent } from '@cairn/auth/events'
import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import type { Observe, ServerEvent } from './events.ts'

/** Opens the log: JSON lines on standard output. Returns what turns events into lines. */
export function openLog(level: Config['logLevel']): Observe {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
  return (event) => write(log, event)
}

function write(log: Logger, event: ServerEvent): void {
  switch (event.kind) {
    case 'listening':
    case 'migrated':
    case 'stopping':
    case 'stopped':
    case 'request':
      log.info(event, event.kind)
      break
    case 'postgres-restarted':
      log.warn(event, event.kind)
      break
    case 'handshake-failed':
      log.warn({ ...event, cause: described(event.cause) }, event.kind)
      break
    case 'request-failed':
    case 'data-api-failure':
      log.error({ ...event, cause: described(event.cause) }, event.kind)
      break
    case 'auth':
      writeAuth(log, event.event)
      break
  }
}

/** Refusals and successes are information; an event with a cause is a failure. */
function writeAuth(log: Logger, event: AuthEvent): void {
  // Any visitor can send a SAML response that is refused. It helps an operator who sets a provider up, and is no
  // failure.
  const level = event.kind === 'sso-refused' ? 'warn' : 'error'
  if ('cause' in event) log[level]({ ...event, cause: described(event.cause) }, `auth ${event.kind}`)
  else log.info(event, `auth ${event.kind}`)
}

/** An error as the log shows it: without the parameters and whole queries that drivers attach. */
function described(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { message: String(cause) }
  const code = 'code' in cause ? cause.code : undefined
  const nested = cause.cause === undefined ? {} : { cause: described(cause.cause) }
  return { name: cause.name, message: cause.message, code, stack: cause.stack, ...nested }
}
