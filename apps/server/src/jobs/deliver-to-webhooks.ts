import type { WebhookSender } from '@cairn/delivery/webhooks/sender'
import type { QueueJob, SharedJob } from '@cairn/jobs/job'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

/** How many rows are deleted in one transaction. */
const BATCH = 5_000

const sweptRows = z.tuple([z.object({ swept: z.number() })])

/** Delivers to webhooks what is queued for them, looking every second. Each process leases separate webhooks. */
export const deliverToWebhooks = ({ start, close }: WebhookSender): QueueJob => ({
  kind: 'queue',
  name: 'deliver to webhooks',
  start,
  close,
})

/** Deletes deliveries that are older than 30 days, and what is left of deleted webhooks. */
export const sweepWebhooks = (database: Privileged): SharedJob => ({
  kind: 'shared',
  name: 'sweep webhooks',
  everySeconds: 60,
  async run() {
    let swept: number
    do {
      const answer = await database.statement((sql) => sql`select private.sweep_webhooks(${BATCH}) as swept`)
      swept = sweptRows.parse(answer)[0].swept
    } while (swept > 0)
  },
})
