import type { Handover, HandoverItem } from '@cairn/workspace/port/records/handovers'
import { expect, test } from 'vitest'
import { handoverCounts } from './handover-counts.ts'

const item = (id: string, part: HandoverItem['part'], to: string | null): HandoverItem => ({
  ...{ id, name: id, part, reason: null, fieldName: null, linkedName: null, others: 0 },
  suggested: to === null ? null : { id: to, name: to },
})
const records = {
  system: {
    ...{ total: 10, owned: 7, named: 0 },
    items: [item('a', 'owner', 'clara'), item('b', 'owner', null), item('c', 'owner', 'ben')],
  },
  agent: { total: 1, owned: 0, named: 0, items: [item('d', 'expert', null)] },
}

const had = { records, serviceAccounts: [] }

function counted(rest: Handover['rest']) {
  const { receivers, ...others } = handoverCounts(had, { rest, assignments: [], serviceAccounts: [] })
  return { ...others, receivers: Object.fromEntries(receivers) }
}

test('counts suggestions that are not known yet as suggestions', () => {
  expect(counted('suggested')).toEqual({
    receivers: { clara: 1, ben: 1 },
    nobody: { owner: 1, expert: 1, field: 0, serviceAccount: 0 },
    suggested: 7,
  })
})

test('gives a receiver, or nobody, also the records that were not loaded', () => {
  expect(counted({ id: 'clara' })).toMatchObject({
    receivers: { clara: 11 },
    nobody: { owner: 0, expert: 0 },
  })
  expect(counted(null)).toMatchObject({ receivers: {}, nobody: { owner: 7, expert: 4 }, suggested: 0 })
  // An invited person and a team can own records, but be no experts.
  expect(counted({ id: 'team-1' })).toMatchObject({ receivers: { 'team-1': 7 }, nobody: { expert: 4 } })
  expect(counted({ id: 'pending-1' })).toMatchObject({ receivers: { 'pending-1': 7 }, nobody: { expert: 4 } })
})

test('counts an individual choice once, loaded or not', () => {
  const { receivers, nobody } = handoverCounts(had, {
    rest: null,
    serviceAccounts: [],
    assignments: [
      { kind: 'system', id: 'a', part: 'owner', to: { id: 'ben' } },
      { kind: 'system', id: 'unseen', part: 'owner', to: { id: 'ben' } },
    ],
  })
  expect([receivers.get('ben'), nobody]).toEqual([2, { owner: 5, expert: 4, field: 0, serviceAccount: 0 }])
})

test('counts custom fields apart: only members get them', () => {
  const withFields = {
    records: { system: { total: 9, owned: 2, named: 6, items: [item('a', 'own.contact', 'clara')] } },
    serviceAccounts: [],
  }
  const ofRest = (rest: Handover['rest']) =>
    handoverCounts(withFields, { rest, assignments: [], serviceAccounts: [] })
  expect(ofRest(null).nobody).toEqual({ owner: 2, expert: 1, field: 6, serviceAccount: 0 })
  expect(ofRest({ id: 'team-1' }).nobody).toMatchObject({ owner: 0, expert: 1, field: 6 })
  expect([...ofRest({ id: 'ben' }).receivers]).toEqual([['ben', 9]])
  expect(ofRest('suggested')).toMatchObject({ receivers: new Map([['clara', 1]]), suggested: 8 })
})

test('gives a service account only to its chosen receiver, never by the rule for all', () => {
  const account = (id: string) => ({ id, name: id, purpose: '', ownerId: 'ada', ownerName: 'Ada', tokens: 1 })
  const { receivers, nobody } = handoverCounts(
    { records: {}, serviceAccounts: [account('nightly'), account('import')] },
    { rest: { id: 'clara' }, assignments: [], serviceAccounts: [{ id: 'nightly', to: { id: 'ben' } }] },
  )
  expect([[...receivers], nobody]).toEqual([
    [['ben', 1]],
    { owner: 0, expert: 0, field: 0, serviceAccount: 1 },
  ])
})
