import { ID } from '../support/cast.ts'
import { type Case, NO } from '../support/matrix.ts'
import { OWN } from '../support/own-rows.ts'

const REFUSED: Case['expected'] = [NO, NO, NO, NO, NO, NO, NO, NO]
const MISSING = { refused: 'PT404' } as const

/** Admins have webhooks; who made one reads it and its log, whatever their level is now. Procedures write. */
export const WEBHOOK_CASES: readonly Case[] = [
  {
    title: 'webhooks: read one',
    statement: `select * from public.webhooks where id = '${OWN.webhook}'`,
    expected: [NO, 0, 0, 0, 1, 0, 1, 1],
  },
  {
    title: 'webhooks: read one of the other account',
    statement: `select * from public.webhooks where id = '${OWN.rivalWebhook}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'webhooks: forge one',
    statement: `insert into public.webhooks (account_id, name, url, format, events)
      values ('${ID.acme}', 'A', 'https://a.example', 'standard', '{record.created}')`,
    expected: REFUSED,
  },
  {
    title: 'webhooks: change one',
    statement: `update public.webhooks set url = 'https://a.example' where id = '${OWN.webhook}'`,
    expected: REFUSED,
  },
  {
    title: 'webhooks: delete one',
    statement: `delete from public.webhooks where id = '${OWN.webhook}'`,
    expected: REFUSED,
  },
  { title: 'webhooks: truncate', statement: 'truncate public.webhooks', expected: REFUSED },
  {
    title: 'deliveries: read one',
    statement: `select * from public.webhook_deliveries where id = '${OWN.webhookDelivery}'`,
    expected: [NO, 0, 0, 0, 1, 0, 1, 1],
  },
  {
    title: 'deliveries: read one of the other account',
    statement: `select * from public.webhook_deliveries where id = '${OWN.rivalWebhookDelivery}'`,
    expected: [NO, 0, 1, 0, 0, 0, 0, 1],
  },
  {
    title: 'deliveries: forge one',
    statement: `insert into public.webhook_deliveries
        (account_id, webhook_id, message_id, subject, event, attempt, milliseconds, request_headers, request_body)
      values
        ('${ID.acme}', '${OWN.webhook}', gen_random_uuid(), '${ID.billing}', 'test', 1, 1, '{}', '')`,
    expected: REFUSED,
  },
  {
    title: 'deliveries: change one',
    statement: `update public.webhook_deliveries set request_body = '' where id = '${OWN.webhookDelivery}'`,
    expected: REFUSED,
  },
  {
    title: 'deliveries: delete one',
    statement: `delete from public.webhook_deliveries where id = '${OWN.webhookDelivery}'`,
    expected: REFUSED,
  },
  { title: 'deliveries: truncate', statement: 'truncate public.webhook_deliveries', expected: REFUSED },
  {
    title: 'create_webhook',
    statement: `select public.create_webhook('A', 'https://a.example', 'standard', '{record.created}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'update_webhook',
    statement: `select public.update_webhook('${OWN.webhook}', 'A', 'https://a.example', '{record.created}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'rotate_webhook_secret',
    statement: `select public.rotate_webhook_secret('${OWN.webhook}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'pause_webhook',
    statement: `select public.pause_webhook('${OWN.webhook}', true)`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'delete_webhook',
    statement: `select public.delete_webhook('${OWN.webhook}')`,
    expected: [NO, NO, 1, NO, NO, NO, 1, NO],
  },
  {
    title: 'get_webhooks',
    statement: 'select from jsonb_array_elements(public.get_webhooks())',
    expected: [NO, 0, 1, 0, 1, 0, 1, NO],
  },
  {
    title: 'get_webhook_deliveries',
    statement: `select from public.get_webhook_deliveries('${OWN.webhook}')`,
    expected: [NO, 0, 0, 0, 1, 0, 1, NO],
  },
  {
    title: 'send_webhook_again',
    statement: `select public.send_webhook_again('${OWN.webhookDelivery}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
  {
    title: 'send_webhook_test',
    statement: `select public.send_webhook_test('${OWN.webhook}')`,
    expected: [NO, NO, MISSING, NO, NO, NO, 1, NO],
  },
]
