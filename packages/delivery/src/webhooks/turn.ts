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

/** How many events are read in one turn. */
const BATCH = 64
/** How many are sent to one webhook at once, each for another record. */
const AT_ONCE = 8
/** No event is begun later in a turn: even the longest attempt then ends well before the lease of 30 seconds. */
const BEGIN_WITHIN_MS = 10_000
/** The pause before the next look at a webhook whose waiting events are all postponed. */
const NOTHING_DUE_SECONDS = 1
const SECOND_MS = 1_000

/** Sends a webhook its next events, and stores the results. Throws when the database cannot be reached. */
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

/** Sends the events of several records at once, and those of each record in order, up to one that fails. */
async function sendAll(
  events: readonly WaitingEvent[],
  { stops, send }: { stops: () => boolean; send: (event: WaitingEvent) => Promise<Attempted> },
): Promise<Attempted[]> {
  const done: Attempted[] = []
  const lines = [...inLines(events).values()]
  // A receiver that has failed and accepted nothing yet gets no more requests in this turn.
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

/** Groups events by record, in order. An event that was sent by hand waits for no other. */
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
