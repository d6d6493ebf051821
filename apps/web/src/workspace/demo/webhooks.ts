import { WorkspaceError } from '@cairn/workspace/errors'
import { demoWebhookDeliveries, demoWebhookExchange, demoWebhooks } from '@cairn/workspace/examples/webhooks'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { WebhooksPart } from '@cairn/workspace/port/webhooks'
import { loaded, notSaved } from './answers.ts'

const refused = () => notSaved(phrase('Webhooks'))

/** Guests see two examples with what they delivered; nothing is sent from here. */
export const webhooksOfExamples: WebhooksPart = {
  list: () => loaded(demoWebhooks),
  deliveries: (id) => loaded(() => demoWebhookDeliveries(id)),
  exchange: (delivery) =>
    loaded(() => {
      const exchange = demoWebhookExchange(delivery)
      if (exchange === null)
        throw new WorkspaceError(phrase('This delivery is no longer in the log.'), { kind: 'not-found' })
      return exchange
    }),
  create: refused,
  update: refused,
  rotateSecret: refused,
  pause: refused,
  resume: refused,
  delete: refused,
  sendAgain: refused,
  sendTest: refused,
}
