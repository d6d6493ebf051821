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
      results: [{ ...rest, lastUpdated: new Date(updated_at) }],
    })
    expect(service.sent()).toEqual([
      { call: 'POST /rest/v1/rpc/search_workspace', body: { query: 'first', result_limit: 20 } },
    ])
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
