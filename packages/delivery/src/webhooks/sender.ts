import { setTimeout as delay } from 'node:timers/promises'
import { createPollLoop } from '@cairn/jobs/poll-loop'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import type { Observe } from '../events.ts'
import type { GuardedFetch } from '../guarded-fetch/guarded-fetch.ts'
import type { Sealer } from '../sealer.ts'
import type { LinkOf } from './events.ts'
import { sealNewSecrets } from './secrets.ts'
import { takeTurn } from './turn.ts'
import { type LeasedWebhook, leaseWebhooks } from './webhook-queue.ts'

const POLL_INTERVAL_MS = 1_000
const SEAL_EVERY_MS = 2_000
/** A receiver that does not answer must not keep us from stopping; what was not noted is sent again. */
const CLOSE_WITHIN_MS = 5_000
/** How many webhooks are served at once. */
const AT_ONCE = 128
/** How many of them may be such that nothing arrives at: each can take ten seconds. */
const FAILING_AT_ONCE = 32
/** How many webhooks of one host are served at once: a host that hangs leaves the others their place. */
const PER_HOST = 32
/** How many are leased at once; other servers have the rest. */
const LEASED_AT_ONCE = 16

export interface WebhookSenderOptions {
  database: Privileged
  sealer: Sealer
  fetch: GuardedFetch
  linkOf: LinkOf
  observe: Observe
}

/** Delivers to webhooks in the background. Any number of servers can do so beside each other. */
export interface WebhookSender {
  start(): void
  /** Stops after what is being sent, or after a few seconds. */
  close(): Promise<void>
}

export function createWebhookSender({
  database,
  sealer,
  fetch,
  linkOf,
  observe,
}: WebhookSenderOptions): WebhookSender {
  const served = new Map<LeasedWebhook, Promise<void>>()
  const report = (cause: unknown) => observe({ kind: 'background-failed', task: 'webhooks', cause })
  let stopped = false
  let sealedMs = Number.NEGATIVE_INFINITY

  async function serve(webhook: LeasedWebhook): Promise<void> {
    try {
      const { pause } = await takeTurn(database, webhook, { fetch, sealer, linkOf, stops: () => stopped })
      if (pause !== null) observe({ kind: 'webhook-paused', webhookId: webhook.webhook, reason: pause })
    } catch (cause) {
      // Its lease ends by itself; what was sent and not noted is sent again.
      report(cause)
    } finally {
      served.delete(webhook)
      loop.wake()
    }
  }

  async function work(): Promise<boolean> {
    if (performance.now() - sealedMs >= SEAL_EVERY_MS) {
      await sealNewSecrets(database, sealer)
      sealedMs = performance.now()
    }
    const now = [...served.keys()]
    if (now.length >= AT_ONCE) return false
    const taken = await database.statement((sql) =>
      leaseWebhooks(sql, {
        atMost: Math.min(LEASED_AT_ONCE, AT_ONCE - now.length),
        failingToo: now.filter(({ failures }) => failures > 0).length < FAILING_AT_ONCE,
        without: busyHosts(now),
      }),
    )
    for (const webhook of taken) served.set(webhook, serve(webhook))
    return taken.length > 0
  }

  const loop = createPollLoop({ intervalMs: POLL_INTERVAL_MS, work, onFailure: report })
  return {
    start: loop.start,
    async close() {
      stopped = true
      const ended = loop.stop().then(() => Promise.all(served.values()))
      await Promise.race([ended, delay(CLOSE_WITHIN_MS, null, { ref: false })])
      fetch.close()
    },
  }
}

/** Hosts at which enough webhooks are being served; as {@link leaseWebhooks} compares them. */
function busyHosts(served: readonly LeasedWebhook[]): string[] {
  const counts = new Map<string, number>()
  for (const { url } of served) {
    const host = (/^[^/]*\/\/([^/?#]*)/.exec(url)?.[1] ?? '').toLowerCase()
    counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= PER_HOST).map(([host]) => host)
}
