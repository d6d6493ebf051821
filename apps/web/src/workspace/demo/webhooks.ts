import type { WebhooksPart } from '@cairn/workspace/port/webhooks'
import { lazy } from '@/lib/loading/lazy.ts'

const code = lazy(() => import('./webhooks-on-demand.ts'))

/** The webhooks of the examples, which are loaded with the first look at them. */
export async function demoWebhooks(): Promise<WebhooksPart> {
  return (await code.load()).webhooksOfExamples
}
