import { demoAgents } from '@cairn/workspace/examples/agents'
import { describe, expect, test } from 'vitest'
import { ACCOUNT, counted, fakeService, json, rowOf } from '../fake-service.ts'

const [example] = demoAgents()
if (!example) throw new Error('There is no example.')

const row = (index: number) => ({ ...rowOf(example), id: `id-${9999 - index}`, name: `Agent ${index}` })

const service = fakeService()

describe('the agents', () => {
  test('[CALL-17][AGT-07] are read by account, the newest first', async () => {
    service.answer('GET /rest/v1/agents', () => counted([row(2), row(1)], 102))
    const { agents } = await service.openSignedIn()
    const { items, total } = await agents.list()
    expect(items.map(({ name }) => name)).toEqual(['Agent 2', 'Agent 1'])
    expect(total).toBe(102)
    const [call = ''] = service.calls().filter((sent) => sent.includes('/agents'))
    const { searchParams } = new URL(call.replace('GET ', 'http://service.test'))
    expect(searchParams.get('account_id')).toBe(`eq.${ACCOUNT}`)
    expect(searchParams.get('order')).toBe('created_at.desc,id.desc')
  })

  test('[GAP-11] have a status that is changed alone', async () => {
    service.answer('PATCH /rest/v1/agents', () => json(row(1)))
    const { agents } = await service.openSignedIn()
    await agents.setStatus('a1', 'training')
    expect(service.sent().at(-1)?.body).toEqual({ status: 'training', updated_at: expect.any(String) })
  })

  test('[AGT-12][AGT-13][DIS-28] are created by somebody with an account', async () => {
    const signedOut = service.open()
    const input = {
      name: 'Reader',
      description: '',
      ownerId: null,
      platform: 'Custom',
      status: 'inactive',
    } as const
    await expect(signedOut.agents.add(input)).rejects.toMatchObject({
      name: 'NotSignedIn',
      message: 'You must be logged in to create an agent.',
    })
    service.answer('GET /rest/v1/account_members', () => json([]))
    service.answer('POST /rest/v1/rpc/get_my_profile', () => json([]))
    const { agents } = await service.openSignedIn()
    await expect(agents.add(input)).rejects.toMatchObject({
      name: 'AccountMissing',
      message: 'User or account information is missing',
    })
    expect(service.calls()).not.toContain('POST /rest/v1/agents')
  })
})
