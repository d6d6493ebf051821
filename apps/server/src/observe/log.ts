import { Overloaded } from '@cairn/postgres/wire/errors'
import { type Logger, pino } from 'pino'
import type { Config } from '../settings/config.ts'
import { ALONE, type Place } from '../settings/place.ts'
import type { Observe, ServerEvent } from './events.ts'
import { harmless, withoutSecretsIn } from './harmless.ts'
import { createLogWriter, say, writeToStandardOutput } from './log-writer.ts'

/**
 * Opens the log: JSON lines on standard output. Returns the function that turns events into lines. The lines of one of
 * several processes name it.
 */
export function openLog(level: Config['logLevel'], { number, of }: Place = ALONE): Observe {
  const writer = createLogWriter({
    write: writeToStandardOutput,
    failed: (error) => say(`The log cannot be written; its lines are dropped. ${String(error)}`),
    recovered: (count) => write(log, { kind: 'log-lines-dropped', count }),
  })
  const log = pino(
    {
      level,
      base: of === 1 ? null : { process: number },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (event) => Object(withoutSecretsIn(event)) },
    },
    writer,
  )
  return (event) => write(log, event)
}

/** The events that other packages report. */
type EventOfPart = Extract<ServerEvent, { kind: 'auth' | 'delivery' }>

function write(log: Logger, event: ServerEvent): void {
  switch (event.kind) {
    case 'job-done':
      log.debug(event, event.kind)
      break
    case 'connections-needed':
    case 'listening':
    case 'migrated':
    case 'process-started':
    case 'stopping':
    case 'request':
    case 'purged':
      log.info(event, event.kind)
      break
    case 'stopped':
      log[event.unfinished.length === 0 ? 'info' : 'warn'](event, event.kind)
      break
    case 'readiness':
      log[event.status === 'ready' ? 'info' : 'warn'](event, event.kind)
      break
    case 'standby':
      log[event.missing ? 'error' : 'info'](event, event.kind)
      break
    case 'replica':
      log[event.away === null ? 'info' : 'warn'](
        { ...event, away: event.away === null ? null : described(event.away) },
        event.kind,
      )
      break
    case 'clock-apart':
      log[event.seconds === null ? 'info' : 'warn'](event, event.kind)
      break
    case 'waiting':
    case 'postgres-restarted':
    case 'parent-lost':
      log.warn(event, event.kind)
      break
    case 'process-lost':
    case 'log-lines-dropped':
      log.error(event, event.kind)
      break
    case 'error-uncaught':
      log.fatal({ ...event, cause: described(event.cause) }, event.kind)
      break
    case 'error-unawaited':
    case 'request-failed':
    case 'data-api-failure':
    case 'schema-not-read':
    case 'job-failed':
    case 'job-given-up':
      log.error({ ...event, cause: described(event.cause) }, event.kind)
      break
    case 'secret-change':
      log[event.event.kind === 'waiting' ? 'warn' : 'info'](event.event, `${event.kind} ${event.event.kind}`)
      break
    case 'auth':
    case 'delivery':
      writeOf(log, event)
      break
  }
}

/** Refusals and successes are information; an event with a cause is a failure. */
function writeOf(log: Logger, { kind: part, event }: EventOfPart): void {
  // Any visitor can send a SAML response that is refused. It helps an operator who sets a provider up, and is no
  // failure.
  const level = event.kind === 'sso-refused' ? 'warn' : 'error'
  if ('cause' in event) log[level]({ ...event, cause: described(event.cause) }, `${part} ${event.kind}`)
  else log.info(event, `${part} ${event.kind}`)
}

/**
 * An error as the log shows it: without the parameters and whole queries that drivers attach, and without the mail
 * addresses that mail servers repeat when they refuse one, nor secrets that an address holds.
 */
function described(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { message: harmless(String(cause)) }
  const code = 'code' in cause ? cause.code : undefined
  const nested = cause.cause === undefined ? {} : { cause: described(cause.cause) }
  const { name, message } = cause
  // A flood of requests leads to many refusals: their stack does not matter, and must not flood the log too.
  const stack = isOverload(cause) ? undefined : cause.stack
  return {
    name,
    message: harmless(message),
    code,
    stack: stack && harmless(stack),
    ...nested,
  }
}

function isOverload(cause: Error): boolean {
  return cause instanceof Overloaded || cause.cause instanceof Overloaded
}
