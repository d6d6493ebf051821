import type { WebhooksPart } from '@cairn/workspace/port/webhooks'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** Loads the webhooks of the account with their first use. */
export function createWebhooks(connect: Connect): () => Promise<WebhooksPart> {
  return lazyPart(
    () => import('./webhooks-on-demand.ts'),
    (code) => code.createWebhooksOnDemand(connect),
  ).load
}
