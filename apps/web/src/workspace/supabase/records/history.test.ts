import { expect, test } from 'vitest'
import { ACCOUNT, fakeService, json, ME } from '../fake-service.ts'

const service = fakeService()

const row = (minute: number) => ({
  id: `h${minute}`,
  act: `act ${minute}`,
  action: 'updated',
  field: 'name',
  before: 'Old',
  after: 'New',
  changedBy: ME,
  program: null,
  changedAt: `2026-01-02T03:${minute}:00.123456+00:00`,
})

test('[GAP-34] the history of a record comes ten at a time, each page after the last line of the one before', async () => {
  const rows = Array.from({ length: 11 }, (_, index) => row(40 - index))
  service.answer('GET /rest/v1/record_history', () => json(rows))
  service.answer('GET /rest/v1/acts', () => json([{ id: 'act 40' }]))
  const { history } = await service.openSignedIn()
  const first = await history.page('s1', null)
  expect(first.entries).toHaveLength(10)
  expect(first.entries[0]).toMatchObject({
    act: 'act 40',
    isOfAct: true,
    changedAt: '2026-01-02T03:40:00.123456+00:00',
  })
  expect(first.next).toEqual({ changedAt: '2026-01-02T03:31:00.123456+00:00', id: 'h31' })
  service.answer('GET /rest/v1/record_history', () => json([row(30)]))
  expect(await history.page('s1', first.next)).toMatchObject({ entries: [{ id: 'h30' }], next: null })
  const asked = service.calls().filter((call) => call.includes('record_history'))
  expect(asked[0]).toContain(
    `account_id=eq.${ACCOUNT}&record_id=eq.s1&order=changed_at.desc,id.desc&limit=11`,
  )
  expect(asked[1]).toContain(
    'or=(changed_at.lt."2026-01-02T03:31:00.123456+00:00",and(changed_at.eq."2026-01-02T03:31:00.123456+00:00",id.lt.h31))',
  )
})

test('a topic of the history is asked for by its field, and its next page within it', async () => {
  const rows = Array.from({ length: 11 }, (_, index) => row(40 - index))
  service.answer('GET /rest/v1/record_history', () => json(rows))
  service.answer('GET /rest/v1/acts', () => json([]))
  const { history } = await service.openSignedIn()
  const { next } = await history.page('s1', null, 'handovers')
  await history.page('s1', next, 'changes')
  const asked = service.calls().filter((call) => call.includes('record_history'))
  expect(asked[0]).toContain('or=(field.eq.handover)')
  expect(asked[1]).toContain('or=(field.is.null,field.not.in.(handover,maintenance))&or=(changed_at.lt.')
})
