import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Change, groupChanges } from './group-changes.ts'
import { isVersion, RECORD_COLUMNS, restore, valuesAfter } from './restoring.ts'

const present = {
  name: 'Payroll',
  description: 'Now',
  ownerId: 'p1',
  status: 'active',
  tags: ['t1'],
  webhookUrl: '',
}

const ground = {
  present,
  columns: { ...RECORD_COLUMNS, webhook_url: (stored: unknown) => ({ webhookUrl: stored ?? '' }) },
  schema: z.object({
    name: z.string(),
    description: z.string(),
    ownerId: z.string(),
    status: z.enum(['active', 'inactive']),
    tags: z.array(z.string()),
    webhookUrl: z.string(),
  }),
  canOwn: (id: string) => ['p1', 'p2', 'pending-i1'].includes(id),
  obstacle: () => null,
}

function restored(column: string, stored: unknown) {
  const { form, restored: columns, obstacles } = restore(ground, new Map([[column, stored]]))
  return columns.length > 0 ? form : (obstacles.get(column) ?? 'nothing')
}

/**
 * The changes of a record, the latest first: each an action with the fields that it changed, and their former values.
 */
function changesOf(...acts: Record<string, unknown>[]): readonly Change[] {
  const entries = acts.flatMap((fields, act) =>
    Object.entries(fields).map(
      ([field, before]): HistoryEntry => ({
        id: `${act} ${field}`,
        isOfAct: false,
        act: String(act),
        action: field === 'created' ? 'created' : 'updated',
        field: field === 'created' ? null : field,
        before,
        after: null,
        changedBy: null,
        program: null,
        changedAt: '2026-01-01',
      }),
    ),
  )
  return groupChanges(entries)
}

describe('restoring a former value', () => {
  test('replaces the present value, with an empty one too', () => {
    expect(restored('description', 'Then')).toEqual({ ...present, description: 'Then' })
    expect(restored('description', null)).toEqual({ ...present, description: '' })
    expect(restored('owner_id', null)).toEqual({ ...present, ownerId: '' })
    expect(restored('tags', [{ id: 't2', name: 'finance' }])).toEqual({ ...present, tags: ['t2'] })
  })

  test.each([
    ['description', 'Now'],
    ['owner_id', 'p1'],
    ['webhook_url', null],
  ])('offers nothing for the present value of %s', (column, stored) => {
    expect(restored(column, stored)).toBe('nothing')
  })

  test.each([
    ['experts', { id: 'p2', name: 'Ben' }],
    ['automations', { id: 'u1', name: 'Sync' }],
    ['agents', { id: 'g1', name: 'Helper' }],
    ['handover', { state: 'pending' }],
  ])('offers nothing for %s, which are links of the record', (column, stored) => {
    expect(restored(column, stored)).toBe('nothing')
  })

  test('brings back an owner who can own records, invited ones included', () => {
    expect(restored('owner_id', 'p2')).toEqual({ ...present, ownerId: 'p2' })
    expect(restored('owner_id', { id: 'i1', name: 'Ivy', invited: true })).toEqual({
      ...present,
      ownerId: 'pending-i1',
    })
    expect(restored('owner_id', 'gone')).toBe('left')
    expect(restored('owner_id', { id: 'i2', name: 'Ian', invited: true })).toBe('left')
  })

  test('gives the reason for a value that the history has not kept whole, or that the form does not know', () => {
    expect(restored('description', { omitted_bytes: 20_000 })).toBe('omitted')
    expect(restored('webhook_url', 'https://hooks.example/…')).toBe('masked')
    expect(restored('status', 'retired')).toBe('refused')
    expect(restored('details', { host: 'a' })).toBe('elsewhere')
  })
})

describe('a version', () => {
  const changes = changesOf(
    { description: 'Third' },
    { experts: null },
    { name: 'Wages', status: 'inactive' },
    { description: 'First' },
    { created: null },
  )

  test('is reached by going back from now, past everything later', () => {
    expect([...valuesAfter(changes, 0)]).toEqual([])
    expect(valuesAfter(changes, 2)).toEqual(
      new Map<string, unknown>([
        ['description', 'Third'],
        ['experts', null],
      ]),
    )
    const first = restore(ground, valuesAfter(changes, 4))
    expect(first.form).toEqual({ ...present, name: 'Wages', status: 'inactive', description: 'First' })
    expect([...first.restored].sort()).toEqual(['description', 'name', 'status'])
  })

  test('leaves out values that cannot be restored, and names them', () => {
    const mixed = changesOf({ owner_id: 'gone', name: 'Wages' }, { created: null })
    const { form, restored: columns, obstacles } = restore(ground, valuesAfter(mixed, 1))
    expect(form).toEqual({ ...present, name: 'Wages' })
    expect(columns).toEqual(['name'])
    expect([...obstacles]).toEqual([['owner_id', 'left']])
  })

  test('is made by changes of the record, not by those of its links', () => {
    expect(changes.map(isVersion)).toEqual([true, false, true, true, true])
  })
})
