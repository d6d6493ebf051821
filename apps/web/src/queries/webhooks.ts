import type { WebhookDeliveriesPage, WebhookDeliveryPosition } from '@cairn/workspace/port/webhooks'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** The interval of refetching, so that new deliveries show by themselves. */
const AGAIN_MS = 10_000
const START: { after: WebhookDeliveryPosition | null } = { after: null }

/**
 * Keys and fetchers of webhooks. Their deliveries happen elsewhere, so they are fetched again each time they are shown.
 */
export const webhookQueries = {
  all: ['webhooks'] as const,
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...webhookQueries.all, 'list'],
      queryFn: () => workspace.webhooks.list(),
      staleTime: 0,
      refetchInterval: AGAIN_MS,
    }),
  deliveries: (workspace: Workspace, webhookId: string) =>
    infiniteQueryOptions({
      queryKey: [...webhookQueries.all, 'deliveries', webhookId],
      queryFn: ({ pageParam: { after } }) => workspace.webhooks.deliveries(webhookId, after),
      initialPageParam: START,
      getNextPageParam: ({ next }: WebhookDeliveriesPage) => (next ? { after: next } : undefined),
      staleTime: 0,
      refetchInterval: AGAIN_MS,
    }),
  /** A delivery never changes, and it is large: it is cached as long as it is shown. */
  exchange: (workspace: Workspace, deliveryId: string) =>
    queryOptions({
      queryKey: [...webhookQueries.all, 'exchange', deliveryId],
      queryFn: () => workspace.webhooks.exchange(deliveryId),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
}
