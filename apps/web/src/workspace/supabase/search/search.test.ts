import { keyed } from '@cairn/workspace/lib/keyed'
import { RESULT_TYPES } from '@cairn/workspace/port/search'
import { describe, expect, test } from 'vitest'
import { fakeService, json } from '../fake-service.ts'

const counts = { ...keyed(RESULT_TYPES, () => 0), knowledge: 1 }
const result = {
  type: 'knowledge',
  id: 'a1',
  title: 'First days',
  description: 'Whom to meet',
  link: '/knowledge/a1',
  updated_at: '2026-01-02T03:04:05Z',
}

const service = fakeService()

describe('the search', () => {
  test('[SRCH-10][DATA-37] asks the server, and tells what it found', async () => {
    service.answer('POST /rest/v1/rpc/search_workspace', () => json({ counts, results: [result] }))
    const { search } = await service.openSignedIn()
    const { updated_at, ...rest } = result
    expect(await search.find('first', 20)).toEqual({
      counts,
      tags: [],
      results: [{ ...rest, lastUpdated: new Date(updated_at), record: null }],
    })
    expect(service.sent()).toEqual([
      { call: 'POST /rest/v1/rpc/search_workspace', body: { query: 'first', result_limit: 20 } },
    ])
  })

  test('tells status, owner and gap of a record', async () => {
    const record = { status: 'active', owner: 'Uma User', gap: 'nobody_else' }
    service.answer('POST /rest/v1/rpc/search_workspace', () =>
      json({ counts, results: [{ ...result, record }] }),
    )
    const { search } = await service.openSignedIn()
    expect((await search.find('first', 20)).results[0]?.record).toEqual({
      status: 'active',
      ownerName: 'Uma User',
      gap: 'nobody_else',
    })
  })

  test.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])(
    'follows no link that leads elsewhere: %s',
    async (link) => {
      service.answer('POST /rest/v1/rpc/search_workspace', () =>
        json({ counts, results: [{ ...result, link }] }),
      )
      const { search } = await service.openSignedIn()
      await expect(search.find('first', 20)).rejects.toMatchObject({ kind: 'unknown' })
    },
  )
})
