import type { Privileged } from '@cairn/postgres/pool/privileged'
import { nextRetry, WEBHOOK_LIFETIME_MS, WEBHOOK_LONGEST_DELAY_MS } from '../retry.ts'
import { type Attempted, type AttemptOptions, attempt } from './attempt.ts'
import {
  type GoingOn,
  type LeasedWebhook,
  nextForWebhook,
  settleWebhook,
  type WaitingEvent,
} from './webhook-queue.ts'

/** How many events are taken in one turn. */
const BATCH = 64
/** How many are sent to one webhook at once, each of another record. */
const AT_ONCE = 8
/** No event is begun later in a turn: with the longest attempt it ends well before the lease of 30 seconds. */
const BEGIN_WITHIN_MS = 10_000
/** A webhook of which all that waits is held back is looked at again after this. */
const NOTHING_DUE_SECONDS = 1
const SECOND_MS = 1_000

/** Sends a webhook what it is to get next, and notes what came of it. Throws when the database cannot be reached. */
export async function takeTurn(
  database: Privileged,
  webhook: LeasedWebhook,
  options: AttemptOptions & { stops: () => boolean },
): Promise<GoingOn> {
  const since = performance.now()
  const now = () => webhook.moment.getTime() + performance.now() - since
  const events = await database.statement((sql) => nextForWebhook(sql, webhook.webhook, BATCH))
  const done = await sendAll(events, {
    stops: () => options.stops() || performance.now() - since > BEGIN_WITHIN_MS,
    send: (event) => attempt(webhook, event, now, options),
  })
  const goingOn = goingOnAfter(webhook, events, done)
  const results = done.map(({ result }) => result)
  await database.statement((sql) => settleWebhook(sql, webhook, results, goingOn))
  return goingOn
}

/** Several records at once, and the events of each one in order, up to one that fails. */
async function sendAll(
  events: readonly WaitingEvent[],
  { stops, send }: { stops: () => boolean; send: (event: WaitingEvent) => Promise<Attempted> },
): Promise<Attempted[]> {
  const done: Attempted[] = []
  const lines = [...inLines(events).values()]
  // A receiver that has failed and taken nothing yet is asked no more in this turn.
  const isDead = () => done.some(failed) && done.every(failed)
  const ends = () => stops() || isDead() || done.some(({ isGone }) => isGone)
  const sender = async () => {
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      for (const event of line) {
        if (ends()) return
        const attempted = await send(event)
        done.push(attempted)
        if (failed(attempted)) break
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return done
}

const failed = ({ result }: Attempted) => result.failure !== null

/** What is asked for by hand waits for nothing. */
function inLines(events: readonly WaitingEvent[]): Map<string, WaitingEvent[]> {
  const lines = new Map<string, WaitingEvent[]>()
  for (const event of events) {
    const key = event.by_hand ? event.number : event.subject
    lines.set(key, [...(lines.get(key) ?? []), event])
  }
  return lines
}

function goingOnAfter(
  webhook: LeasedWebhook,
  events: readonly WaitingEvent[],
  done: readonly Attempted[],
): GoingOn {
  const byHand = new Set(events.filter(({ by_hand }) => by_hand).map(({ number }) => number))
  const counted = done.filter(({ result }) => !byHand.has(result.number))
  if (done.some(({ isGone }) => isGone)) return { restSeconds: 0, pause: 'gone' }
  if (counted.some(({ isGivenUp }) => isGivenUp)) return { restSeconds: 0, pause: 'failing' }
  if (events.length === 0) return { restSeconds: NOTHING_DUE_SECONDS, pause: null }
  if (counted.length === 0 || !counted.every(failed)) return { restSeconds: 0, pause: null }
  const retry = nextRetry({
    attempts: webhook.failures + 1,
    lifetimeMs: WEBHOOK_LIFETIME_MS,
    longestDelayMs: WEBHOOK_LONGEST_DELAY_MS,
  })
  if (retry.kind === 'give-up') return { restSeconds: 0, pause: 'failing' }
  const asked = Math.max(...counted.map(({ result }) => result.wait ?? 0))
  return { restSeconds: webhook.failures === 0 ? asked : retry.inMs / SECOND_MS, pause: null }
}
