import i18next, { type TFunction } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { ShownRecord } from './drawing.ts'
import { groupLook, recordLook } from './spot-look.ts'

let t: TFunction
beforeAll(async () => {
  t = await i18next
    .createInstance()
    .init({ lng: 'en', resources: {}, keySeparator: false, nsSeparator: false })
})

const UNTIL = new Date('2026-11-30T09:00:00Z')
const late: ShownRecord = {
  ...{ id: 'sync', name: 'Sync', status: 'active', ownerId: null, criticality: null, troubleSince: null },
  kind: 'automation',
  state: 'late',
  maintenanceUntil: UNTIL,
}
const group = { key: 'a', label: 'A', records: 9, unowned: 1, troubled: 0, critical: 0, inMaintenance: 2 }

test('a record in maintenance is neither late nor failing by how it runs, and has its status', () => {
  expect(recordLook(late, 'runs', t)).toEqual({ word: 'Maintenance', variant: 'neutral' })
  expect(recordLook({ ...late, maintenanceUntil: null }, 'runs', t)).toMatchObject({ word: 'Late' })
  expect(recordLook(late, 'status', t)).toMatchObject({ word: 'Active' })
})

test('a group tells of trouble first, and then of maintenance', () => {
  const look = (troubled: number) =>
    groupLook({ id: 'a', level: 0, unfolded: null, group: { ...group, troubled } }, 'runs', t)
  expect(look(0)).toEqual({ word: '2 in maintenance', variant: 'neutral' })
  expect(look(3)).toMatchObject({ word: '3 late or failing' })
})
