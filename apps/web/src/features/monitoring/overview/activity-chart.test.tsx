import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { ActivityChart } from './activity-chart.tsx'

startTranslations()

const DAYS = [
  { day: '2026-01-01', events: 0, failedSignIns: 0 },
  { day: '2026-01-02', events: 7, failedSignIns: 2 },
]

function bars(kind: string): string[] {
  const picture = renderToStaticMarkup(<ActivityChart days={DAYS} />)
  return [...picture.matchAll(/<rect [^>]*>/g)].map(([bar]) => bar).filter((bar) => bar.includes(kind))
}

test('a day is as high as it has events, and its failed sign-ins stand on the others', () => {
  expect(bars('fill-primary')[1]).toContain('y="3" height="5"')
  expect(bars('fill-caution')[1]).toContain('y="1" height="2"')
})

test('a day without events has no height', () => {
  expect(bars('fill-primary')[0]).toContain('height="0"')
  expect(bars('fill-caution')[0]).toContain('height="0"')
})

test('the picture is left out for screen readers, which have the table', () => {
  expect(renderToStaticMarkup(<ActivityChart days={DAYS} />)).toMatch(/^<div aria-hidden="true"/)
})
