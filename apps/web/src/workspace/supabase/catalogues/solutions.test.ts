import { SOLUTION } from '@cairn/workspace/contract/examples'
import { describe, expect, test } from 'vitest'
import { ACCOUNT, counted, fakeService, json, ME, rowOf, selectOf } from '../fake-service.ts'

const row = (name: string) => ({
  ...rowOf(SOLUTION),
  id: `id-${name}`,
  name,
  description: null,
  use_cases: ['Order'],
  users: null,
  related_systems: ['y1'],
  details: null,
})
const COLUMNS = selectOf(row('any'))

const service = fakeService()

describe('the solutions', () => {
  test('[CALL-16][SOL-09] are read by account, ordered by name', async () => {
    service.answer('GET /rest/v1/solutions', () => counted([row('Portal')], 1))
    const { solutions } = await service.openSignedIn()
    expect(await solutions.list()).toMatchObject({
      items: [{ name: 'Portal', useCases: ['Order'], users: [], relatedSystems: ['y1'], details: {} }],
      total: 1,
    })
    expect(service.calls().filter((call) => call.includes('solutions'))).toEqual([
      `GET /rest/v1/solutions?select=${COLUMNS}&account_id=eq.${ACCOUNT}&order=name.asc&limit=100`,
    ])
  })

  test('[CALL-35][SOL-26] are added as active, with their lists', async () => {
    service.answer('POST /rest/v1/solutions', () => json(row('Portal'), 201))
    const { solutions } = await service.openSignedIn()
    await solutions.add({
      name: 'Portal',
      description: '',
      ownerId: null,
      useCases: ['Order'],
      users: [],
      relatedSystems: ['y1'],
      details: { seats: 12, regions: ['north'] },
    })
    expect(service.sent().at(-1)?.body).toEqual({
      name: 'Portal',
      description: '',
      owner_id: null,
      use_cases: ['Order'],
      users: [],
      related_systems: ['y1'],
      details: { seats: 12, regions: ['north'] },
      created_by: ME,
      status: 'active',
      account_id: ACCOUNT,
    })
  })

  test('[CALL-37] are deleted by id, and it is noticed when nothing was deleted', async () => {
    service.answer('DELETE /rest/v1/solutions', () => json([]))
    const { solutions } = await service.openSignedIn()
    await expect(solutions.remove('s1')).rejects.toMatchObject({ kind: 'not-found' })
    expect(service.calls()).toEqual(['DELETE /rest/v1/solutions?id=eq.s1&select=id'])
  })
})
