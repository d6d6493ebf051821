import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { expect, test } from 'vitest'
import { fakeService, json, ME } from '../fake-service.ts'

const service = fakeService()
const INVITATION = '00000000-0000-4000-8000-00000001a001'

const nothing = {
  ...{ total: 0, changes: 0, no_right: 0, already: 0, full: 0, changed_meanwhile: 0 },
  ...{ left_out: [], before: {}, first: [], seen_at: '2026-01-01T00:00:00Z', deletes: [], impact: [] },
}

test('sends the invitation for an invited owner, in value and filter, and the ids of excepted records', async () => {
  service.answer('POST /rest/v1/rpc/preview_bulk', () => json(nothing))
  const { bulk } = await service.openSignedIn()
  const filter = { ...EVERY_RECORD, owners: [ME, invitedId(INVITATION)] }
  await bulk.preview(
    { kind: 'system', ids: null, filter, except: [ME] },
    { action: 'owner', value: invitedId(INVITATION) },
  )
  expect(service.sent().map(({ body }) => body)).toEqual([
    {
      ...{ kind: 'system', action: 'owner', value: INVITATION },
      ...{ query: '', owners: [ME, INVITATION], without_owner: false, excepted: [ME] },
    },
  ])
})

test('a field is sent by its key with its value, of a cost both, and nothing as null', async () => {
  service.answer('POST /rest/v1/rpc/preview_bulk', () => json(nothing))
  const { bulk } = await service.openSignedIn()
  const target = { kind: 'system', ids: [ME], filter: null } as const
  const cost = { cost_per_month: 5, cost_currency: 'EUR' }
  await bulk.preview(target, { action: 'field', key: 'own.seats', value: { 'own.seats': 12 } })
  await bulk.preview(target, { action: 'field', key: 'cost_per_month', value: cost })
  await bulk.preview(target, { action: 'field', key: 'own.seats', value: {} })
  const sent = service.sent().map(({ body }) => body)
  expect(sent).toEqual(
    ['{"own.seats":12}', JSON.stringify(cost), '{"own.seats":null}'].map((value) => ({
      ...{ kind: 'system', action: 'field', value, ids: [ME] },
    })),
  )
})
