import type { WebhooksPart } from '@cairn/workspace/port/webhooks'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { type ChangeOptions, useChange } from '@/shared/form/use-change.ts'

/** Changes a webhook; list and log show by themselves what became of it. */
export function useChangeWebhook<Given = void, Answer = void>(
  options: ChangeOptions<WebhooksPart, Given, Answer>,
) {
  return useChange(useWorkspace().webhooks, webhookQueries.all, options)
}
