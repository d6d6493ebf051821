import { OWN } from '../../supabase/tests/support/own-rows.ts'
import { NO } from '../support/matrix.ts'
import { MISSING, type ProcedureCase } from './case.ts'

const SETTINGS = { name: 'A', url: 'https://a.example', events: ['record.created'] }

/** Acme's webhook, which a user made who is no admin any more, and what it was sent. */
export const WEBHOOKS: Record<string, readonly ProcedureCase[]> = {
  create_webhook: [
    {
      title: 'in the caller’s account',
      args: () => ({ ...SETTINGS, format: 'standard' }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
  update_webhook: [
    {
      title: 'Acme’s',
      args: () => ({ webhook: OWN.webhook, ...SETTINGS }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  rotate_webhook_secret: [
    {
      title: 'of Acme’s',
      args: () => ({ webhook: OWN.webhook }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  pause_webhook: [
    {
      title: 'Acme’s',
      args: () => ({ webhook: OWN.webhook, pauses: false }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  get_webhooks: [{ title: 'of the account', expected: [NO, 0, 0, 1, 0, 1, 1] }],
  get_webhook_deliveries: [
    {
      title: 'of Acme’s',
      args: () => ({ webhook: OWN.webhook }),
      expected: [NO, 0, 0, 1, 0, 1, 0],
    },
  ],
  send_webhook_again: [
    {
      title: 'what Acme’s was sent',
      args: () => ({ delivery: OWN.webhookDelivery }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  send_webhook_test: [
    {
      title: 'to Acme’s',
      args: () => ({ webhook: OWN.webhook }),
      expected: [NO, NO, NO, NO, NO, 'done', MISSING],
    },
  ],
  // Last: what is noted of its work is not put back.
  delete_webhook: [
    {
      title: 'Acme’s',
      args: () => ({ webhook: OWN.webhook }),
      expected: [NO, NO, NO, NO, NO, 'done', 'done'],
    },
  ],
}
