import { expect, test } from 'vitest'
import { fakeService, json } from '../fake-service.ts'

const service = fakeService()

const since = '2026-01-02T03:04:05Z'
const row = (reason: string, more: object) => ({
  ...{ reason, id: 'x', kind: 'system', record_id: 's1', record_name: 'Billing', since },
  ...{ person: null, amount: 1, details: {}, ...more },
})
const record = { kind: 'system', id: 's1', name: 'Billing' }

test('reads each reason, and skips those that a newer server knows', async () => {
  service.answer('POST /rest/v1/rpc/get_inbox', () =>
    json({
      total: 8,
      lines: [
        row('handover', { person: 'Finn', amount: 3 }),
        row('handover', { person: 'Finn', details: { handover_id: 'h1', part: 'expert' } }),
        row('newcomer', {
          person: 'Nia',
          kind: null,
          record_id: null,
          details: { email: 'nia@example.com' },
        }),
        row('suggestion', {
          person: 'desk',
          details: { field: 'vendor', before: '', after: 'Example', why: 'Why', suggested_by: 'p1' },
        }),
        row('late', { details: { trouble: 'failing' } }),
        row('renewal', { since: null, details: { renews_on: '2027-03-01' } }),
        row('found', { kind: null, amount: 14 }),
        row('review', {}),
      ],
      snoozed: [{ ...row('late', { details: { trouble: 'late' } }), snoozed_until: '2027-03-02T00:00:00Z' }],
    }),
  )
  const { inbox } = await service.openSignedIn()
  const { total, lines, snoozed } = await inbox.read(100)
  expect(total).toBe(8)
  expect(lines).toMatchObject([
    { reason: 'handover', act: 'x', giver: 'Finn', amount: 3, single: null, record, since: new Date(since) },
    { reason: 'handover', single: { id: 'h1', part: 'expert' } },
    { reason: 'newcomer', id: 'x', name: 'Nia', email: 'nia@example.com' },
    {
      ...{ reason: 'suggestion', record },
      suggestion: { id: 'x', field: 'vendor', after: 'Example', client: 'desk', suggestedBy: 'p1' },
    },
    { reason: 'late', isFailing: true },
    { reason: 'renewal', renewsOn: '2027-03-01' },
    { reason: 'found', amount: 14 },
  ])
  expect(lines).toHaveLength(7)
  expect(snoozed).toMatchObject([
    { line: { reason: 'late', record }, until: new Date('2027-03-02T00:00:00Z') },
  ])
})
