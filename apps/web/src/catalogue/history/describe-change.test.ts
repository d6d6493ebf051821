import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields } from '../fields/field.ts'
import { describeChange } from './describe-change.ts'
import { groupChanges } from './group-changes.ts'

beforeAll(startTranslations)

/** 'label: before > after' of each line. */
function says(field: string | null, before: unknown, after: unknown): string[] {
  const names = {
    person: (id: string) => (id === 'p1' ? 'Ada Example' : 'A former member'),
    system: (id: string) => (id === 's1' ? 'Billing' : 'A deleted system'),
    record: () => 'A record',
    fields: builtInFields(i18next.t),
    language: 'en',
    t: i18next.t,
  }
  return describeChange({ field, before, after }, names).map((line) =>
    [line.label, line.before ?? '-', line.after ?? '-'].join(' | '),
  )
}

describe('[GAP-34] a change in words', () => {
  test('says plain values, and nothing for values that were or are empty', () => {
    expect(says('name', 'Billing', 'Invoices')).toEqual(['Name | Billing | Invoices'])
    expect(says('description', null, 'All of it')).toEqual(['Description | - | All of it'])
    expect(says('webhook_url', 'https://a.test', '')).toEqual(['Webhook URL | https://a.test | -'])
    expect(says(null, null, null)).toEqual([])
  })

  test('says people, systems and statuses by their names', () => {
    expect(says('owner_id', 'p1', 'gone')).toEqual(['Owner | Ada Example | A former member'])
    expect(says('owner_id', { id: 'i1', name: 'Ivy Invited', invited: true }, 'p1')).toEqual([
      'Owner | Ivy Invited (invited) | Ada Example',
    ])
    expect(says('status', 'development', 'active')).toEqual(['Status | Development | Active'])
    expect(says('experts', null, { id: 'p1', name: 'Ada Example' })).toEqual(['Experts | - | Ada Example'])
    const relation = { id: 's1', name: 'Billing', kind: 'system', type: 'depends_on', outgoing: true }
    expect(says('relations', null, relation)).toEqual(['Relations | - | depends on Billing'])
    expect(says('relations', { ...relation, outgoing: false }, null)).toEqual([
      'Relations | is used by Billing | -',
    ])
    expect(says('agents', { id: 'a1', name: 'Helper' }, null)).toEqual(['Related Agents | Helper | -'])
  })

  test('describes a change of a heartbeat, and its schedule', () => {
    expect(says('heartbeat', null, 'rotated')).toEqual(['Heartbeat | - | Address rotated'])
    expect(says('heartbeat', null, 'paused')).toEqual(['Heartbeat | - | Paused'])
    const nothing = { expects: 'nothing' }
    const hourly = { expects: 'interval', every_seconds: 3600, time_zone: 'UTC', grace_seconds: 600 }
    const weekdays = { expects: 'cron', cron: '0 7 * * 1-5', time_zone: 'Europe/Berlin', grace_seconds: 600 }
    expect(says('heartbeat', nothing, hourly)).toEqual([
      'Heartbeat | Nothing: it never counts as late. | Every 1 hr, late after 10 min',
    ])
    expect(says('heartbeat', hourly, weekdays)).toEqual([
      'Heartbeat | Every 1 hr, late after 10 min | Every weekday at 07:00 (Europe/Berlin), late after 10 min',
    ])
    expect(says('heartbeat', null, { strange: true })).toEqual(['Heartbeat | - | {"strange":true}'])
  })

  test('says values of fields as the form shows them', () => {
    expect(says('criticality', null, 'phasing')).toEqual(['Criticality | - | phasing'])
    expect(says('criticality', 'low', 'critical')).toEqual(['Criticality | Low | Critical'])
    expect(says('renews_on', '2026-12-31', null)).toEqual(['Renewal or Contract End | Dec 31, 2026 | -'])
    expect(says('cost_per_month', 1234.5, 0)).toEqual(['Cost per Month | 1,234.5 | 0'])
    expect(says('vendor', '', 'Acme')).toEqual(['Vendor | - | Acme'])
    expect(says('own.floor', ['a'], ['a', 'b'])).toEqual(['Deleted field | - | b'])
  })

  test('says which links and tags were added and removed', () => {
    const docs = { purpose: 'docs', title: 'Guide', url: 'https://a.test' }
    const chat = { purpose: 'chat', title: '', url: 'https://b.test/x' }
    expect(says('links', [docs], [docs, chat])).toEqual(['Links | - | Chat: https://b.test/x'])
    expect(says('links', [docs], [])).toEqual(['Links | Docs: Guide – https://a.test | -'])
    expect(says('tags', [{ id: 't1', name: 'gdpr' }], [])).toEqual(['Tags | gdpr | -'])
  })

  test('says which entries of lists were added and removed', () => {
    expect(says('use_cases', ['Pay', 'Plan'], ['Plan', 'Report', 'Audit'])).toEqual([
      'Use Cases | Pay | Report, Audit',
    ])
    expect(says('related_systems', ['s1', 'gone'], [])).toEqual([
      'Related Systems | Billing, A deleted system | -',
    ])
    expect(says('users', null, ['Sales'])).toEqual(['Users | - | Sales'])
  })

  test('says of details each key that differs', () => {
    const before = { category: 'CRM', regions: ['EU'], old: 1 }
    const after = { category: 'CRM', regions: ['EU', 'US'], isNew: true }
    expect(says('details', before, after)).toEqual([
      'regions | ["EU"] | ["EU","US"]',
      'old | 1 | -',
      'isNew | - | true',
    ])
    expect(says('details', null, { a: 'b' })).toEqual(['a | - | b'])
  })

  test('says how large a value was that was too large to keep', () => {
    expect(says('details', { omitted_bytes: 200_000 }, { a: 1 })).toEqual([
      'Additional Details | Too large to keep (200 kB) | {"a":1}',
    ])
    expect(says('description', { omitted_bytes: 12_345 }, 'Short')).toEqual([
      'Description | Too large to keep (13 kB) | Short',
    ])
  })

  test('shows of long texts where they begin to differ', () => {
    const same = 'The same words. '.repeat(20)
    const [line] = says('description', `${same}Old end.`, `${same}New end ${'x'.repeat(400)}`)
    expect(line).toMatch(/^Description \| ….{24}Old end\. \| ….{24}New end x+…$/)
  })

  test('shows any other stored value unchanged', () => {
    expect(says('priority', 1, { deep: [true] })).toEqual(['priority | 1 | {"deep":[true]}'])
    expect(says('users', 'not a list', ['Sales'])).toEqual(['Users | not a list | ["Sales"]'])
  })
})

describe('[GAP-34] grouping the lines of the history', () => {
  const changedAt = '2026-01-02T03:04:05.123456+00:00'
  const entry = (id: string, act: string, field: string) =>
    ({
      id,
      act,
      isOfAct: false,
      action: 'updated',
      field,
      before: null,
      after: null,
      changedBy: 'p1',
      program: null,
      changedAt,
    }) as const

  test('keeps the fields of one action together, and separates other actions at the same moment by the same person', () => {
    const changes = groupChanges([
      entry('1', 'later', 'status'),
      entry('2', 'earlier', 'name'),
      entry('3', 'later', 'name'),
    ])
    expect(changes.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['3', '1'], ['2']])
  })

  test('separates the creation of a record from its change in the same action', () => {
    const made = { ...entry('1', 'one', 'name'), action: 'created', field: null } as const
    expect(groupChanges([entry('2', 'one', 'status'), made]).map(({ action }) => action)).toEqual([
      'updated',
      'created',
    ])
  })
})
