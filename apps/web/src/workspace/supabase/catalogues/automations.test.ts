import { demoAutomations } from '@cairn/workspace/examples/automations'
import { describe, expect, test } from 'vitest'
import { ACCOUNT, counted, fakeService, json, ME, rowOf } from '../fake-service.ts'

const [example] = demoAutomations()
if (!example) throw new Error('There is no example.')

const row = {
  ...rowOf(example),
  id: 'a1',
  webhook_url: null,
  last_run: '2026-01-03T03:04:05Z',
  updated_by: null,
}
const input = { name: 'Invoices', description: '', ownerId: null, source: 'Zapier', webhookUrl: '' } as const

const service = fakeService()

describe('the automations', () => {
  test('[CALL-18][DATA-33] are read with their last run', async () => {
    service.answer('GET /rest/v1/automations', () => counted([row], 1))
    const { automations } = await service.openSignedIn()
    expect((await automations.list()).items).toMatchObject([
      { webhookUrl: '', lastRun: new Date('2026-01-03T03:04:05Z'), updatedBy: null },
    ])
  })

  test('[CALL-39][AUTO-13] are added as inactive, without a webhook where none was entered', async () => {
    service.answer('POST /rest/v1/automations', () => json(row, 201))
    const { automations } = await service.openSignedIn()
    await automations.add(input)
    expect(service.sent().at(-1)?.body).toEqual({
      name: 'Invoices',
      description: '',
      owner_id: null,
      source: 'Zapier',
      webhook_url: null,
      status: 'inactive',
      created_by: ME,
      account_id: ACCOUNT,
    })
  })

  test('[CALL-40] have a status that is changed by id', async () => {
    service.answer('PATCH /rest/v1/automations', () => json({ ...row, status: 'active' }))
    const { automations } = await service.openSignedIn()
    expect((await automations.setStatus('a1', 'active')).status).toBe('active')
    expect(service.sent()).toMatchObject([
      {
        call: expect.stringContaining('PATCH /rest/v1/automations?id=eq.a1&'),
        body: { status: 'active', updated_at: expect.any(String) },
      },
    ])
  })

  test('[AUTO-14][AUTO-15] are created by somebody who is signed in', async () => {
    await expect(service.open().automations.add(input)).rejects.toMatchObject({
      name: 'NotSignedIn',
      message: 'You must be logged in to create an automation.',
    })
  })
})
