import { expect, it } from 'vitest'
import type { Change } from '../history/group-changes.ts'
import { streamOf } from './stream.ts'

const change = (id: string, changedAt: string): Change => ({
  ...{ id, changedAt, action: 'updated', changedBy: null, entries: [] },
})
const day = (date: string, successes: number, failures = 0) => ({
  ...{ day: date, successes, failures, timed: 0, seconds: 0, longest: 0 },
})
/** The order of a stream: the ids of changes, and days with their runs and failures. */
const said = (items: ReturnType<typeof streamOf>) =>
  items.map((item) =>
    'change' in item
      ? item.change.id
      : `${item.span.from}/${item.span.until} ${item.span.runs} ${item.span.failures}`,
  )

it('puts days with runs between the changes, and joins those on which nothing failed', () => {
  const changes = [change('b', '2026-03-04T10:00:00+00:00'), change('a', '2026-03-01T10:00:00+00:00')]
  const days = [day('2026-03-01', 1), day('2026-03-02', 2), day('2026-03-03', 3), day('2026-03-04', 4)]
  expect(said(streamOf(changes, days, null))).toEqual([
    '2026-03-04/2026-03-04 4 0',
    'b',
    '2026-03-01/2026-03-03 6 0',
    'a',
  ])
})

it('leaves a day with failures alone, and one without runs out', () => {
  const days = [day('2026-03-01', 1), day('2026-03-02', 2, 1), day('2026-03-03', 0), day('2026-03-04', 4)]
  expect(said(streamOf([], days, null))).toEqual([
    '2026-03-04/2026-03-04 4 0',
    '2026-03-02/2026-03-02 3 1',
    '2026-03-01/2026-03-01 1 0',
  ])
})

it('keeps back days before the changes that are loaded', () => {
  const changes = [change('b', '2026-03-04T10:00:00.123456+00:00')]
  const days = [day('2026-03-03', 3), day('2026-03-04', 4)]
  expect(said(streamOf(changes, days, changes[0]?.changedAt ?? null))).toEqual([
    '2026-03-04/2026-03-04 4 0',
    'b',
  ])
})
