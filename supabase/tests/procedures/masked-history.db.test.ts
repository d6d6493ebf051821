import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('the history tells where a webhook led, and not the secret in its address', async () => {
  const addresses = ['https://hooks.test/T0/secret-one', 'https://other.test:8443?key=secret-two', '']
  for (const address of addresses) {
    await stage.as(
      'user',
      (tx) => tx`update public.automations set webhook_url = ${address} where id = ${ID.invoices}`,
      { keep: true },
    )
  }
  const lines = await stage.as(
    'viewer',
    (tx) => tx`
      select before, after from public.record_history
      where record_id = ${ID.invoices} and field = 'webhook_url' order by changed_at`,
  )
  expect(lines).toMatchObject([
    { before: null, after: 'https://hooks.test/…' },
    { before: 'https://hooks.test/…', after: 'https://other.test:8443/…' },
    { before: 'https://other.test:8443/…', after: '' },
  ])
})
