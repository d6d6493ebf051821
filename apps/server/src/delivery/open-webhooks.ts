import { createSealer } from '@cairn/auth/tokens/sealing'
import type { Secret } from '@cairn/auth/tokens/secrets'
import { allowedHosts } from '@cairn/delivery/guarded-fetch/allowed-hosts'
import { createGuardedFetch } from '@cairn/delivery/guarded-fetch/guarded-fetch'
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from '@cairn/delivery/webhooks/sender'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'

/** How many connections to a receiver are kept open between deliveries. */
const KEPT_CONNECTIONS = 8

interface OpenedWith extends Pick<WebhookSenderOptions, 'database' | 'observe'> {
  /** Secrets of webhooks are kept encrypted under it. */
  secret: Secret
  publicUrl: string
  /** Hosts that are asked though they are not public, as the operator names them. */
  allowed: readonly string[]
}

/** Opens what delivers to webhooks. */
export function openWebhooks({ secret, publicUrl, allowed, ...given }: OpenedWith): WebhookSender {
  return createWebhookSender({
    ...given,
    sealer: createSealer(secret, 'webhook secret'),
    fetch: createGuardedFetch({ allowed: allowedHosts(allowed), keptConnections: KEPT_CONNECTIONS }),
    linkOf(kind, id) {
      const known = CATALOGUE_KINDS.find((one) => one === kind)
      return known === undefined
        ? publicUrl
        : `${publicUrl}${CATALOGUES[known].path}?id=${encodeURIComponent(id)}`
    },
  })
}
