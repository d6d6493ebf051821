import { FILTER_TYPES } from '@cairn/workspace/port/records/conditions'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { AddressProblems } from './address-problems.tsx'
import { readListAddress, USUAL_VIEW, writeListAddress } from './list-address.ts'

startTranslations()

function Screen({ query }: { query: string }) {
  const params = new URLSearchParams(query)
  const { view, problems, isRefused } = readListAddress(params, {
    ...{ kind: 'system', types: FILTER_TYPES },
    isTagGone: (id) => id.startsWith('gone'),
  })
  const asked = view.conditions?.conditions.length ?? 0
  return (
    <>
      <AddressProblems problems={problems} onRemove={() => undefined} />
      {isRefused ? 'Nothing is shown.' : `Shown with ${asked} filters.`}
    </>
  )
}

const drawn = (query: string) => renderToStaticMarkup(<Screen query={query} />)

test('an address that filters by something unknown is reported, and shows nothing', () => {
  const refused = [
    ['where=seats.is.1', 'The address filters by a field that is not there: seats.'],
    ['where=own.gone.filled', 'The address filters by a field that is not there: own.gone.'],
    ['where=vendor.before.x', 'The address filters the field vendor in a way that it does not have: before.'],
    [
      'where=renews_on.is.soon',
      'The address filters the field renews_on by a value that it cannot have: soon.',
    ],
    ['where=vendor.is', 'The address filters the field vendor by too few or too many values.'],
    ['where=nonsense', 'The address has a filter that cannot be read: nonsense.'],
    ['tag=gone', 'The address filters by a tag that was deleted.'],
    ['where=tags.is.gone', 'The address filters by a tag that was deleted.'],
    ['status=nonsense', 'The address filters by a choice that is not there: nonsense.'],
    [
      Array.from({ length: 200 }, () => 'where=vendor.empty').join('&'),
      'A filter has at most 50 conditions.',
    ],
    [`where=vendor.is.${'x,'.repeat(101)}`, 'A filter has at most 100 values.'],
    [`where=vendor.is.${'x'.repeat(100_000)}`, 'The address is too long.'],
  ] as const
  for (const [query, sentence] of refused) {
    const markup = drawn(query)
    expect(markup).toContain(sentence)
    expect(markup).toContain('Nothing is shown.')
  }
})

test('an unknown part of the address that does not change the records is reported beside them', () => {
  const told = [
    ['status=active,nonsense', 'The address filters by a choice that is not there: nonsense.'],
    ['sort=-own.gone', 'The address orders by a field that is not there: own.gone.'],
    ['group=own.gone', 'The address groups by a field that is not there: own.gone.'],
    ['cols=name,own.gone', 'The address shows a column that is not there: own.gone.'],
  ] as const
  for (const [query, sentence] of told) {
    const markup = drawn(`where=vendor.is.SAP&${query}`)
    expect(markup).toContain(sentence)
    expect(markup).toContain('Shown with 1 filters.')
  }
})

test('a filter by tags leaves out deleted tags, and asks for the others', () => {
  const params = new URLSearchParams('tag=all:gone,here&where=tags.is.here,gone-too&where=tags.is_not.gone')
  const isTagGone = (id: string) => id.startsWith('gone')
  const { view, problems } = readListAddress(params, { kind: 'system', types: FILTER_TYPES, isTagGone })
  const tags = (operator: string) => ({ field: 'tags', operator, values: ['here'] })
  expect(view.conditions?.conditions).toEqual([tags('is'), tags('all_of')])
  expect(problems.map(({ part }) => part)).toEqual(['choice', 'filter', 'choice'])
})

test('an address without its unknown parts has no problem left', () => {
  const fields = { kind: 'system', types: FILTER_TYPES, isTagGone: () => false } as const
  for (const query of [
    'where=any(own.gone.filled)&match=any',
    'where=any(own.gone.filled;vendor.is.SAP)',
    'where=any()',
    'status=active,nonsense',
    'sort=-own.gone&group=own.gone&cols=name,own.gone',
  ]) {
    const params = new URLSearchParams(query)
    const { view, problems } = readListAddress(params, fields)
    expect(problems).not.toEqual([])
    const { statuses, gaps, order, group, columns, conditions } = view
    const next = writeListAddress(params, { statuses, gaps, order, group, columns, conditions })
    expect(readListAddress(next, fields).problems).toEqual([])
    expect(next.toString()).not.toContain('gone')
  }
  expect(readListAddress(new URLSearchParams('where=all()'), fields).view).toEqual(USUAL_VIEW)
})
