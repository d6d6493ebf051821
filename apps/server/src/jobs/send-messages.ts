import type { Delivery } from '@cairn/delivery/delivery'
import type { QueueJob } from '@cairn/jobs/job'

/** Sends mails and SMS every four seconds, and as soon as one is queued. Each process leases separate messages. */
export const sendMessages = ({ start, close }: Delivery): QueueJob => ({
  kind: 'queue',
  name: 'send messages',
  start,
  close,
})
