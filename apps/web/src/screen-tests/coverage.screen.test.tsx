import type { Coverage, CoverageHistory } from '@cairn/workspace/port/records/gaps'
import { expect, it, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectCount, expectTexts, focus } from './support/look.ts'
import { mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const lines = page.getByRole('list', { name: 'Coverage' }).getByRole('listitem')

/** So many of ten records have an owner, and a second person. */
const covered = (withOwner: number, withSecond: number): Coverage => ({ records: 10, withOwner, withSecond })

/** Shows the dashboard of an account with this coverage. */
async function show(coverage: Omit<CoverageHistory, 'kinds'>): Promise<void> {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.gaps, 'coverage').mockResolvedValue({ ...coverage, kinds: {} })
  vi.spyOn(workspace.gaps, 'figures').mockResolvedValue({})
  await openApp('/', { as: mia('manager'), workspace })
}

/** Thirteen weeks: one person fewer until three weeks ago, five owners fewer until six weeks ago. */
const history: Omit<CoverageHistory, 'kinds'> = {
  weeks: Array.from({ length: 13 }, (_, index) => ({
    ...covered(index < 7 ? 4 : 9, index < 10 ? 0 : 2),
    at: new Date(Date.now() - (13 - index) * WEEK_MS),
  })),
  now: covered(9, 2),
}

it('tells how many records have an owner and a second person, and how that came', async () => {
  await show(history)
  await expectTexts(lines, [
    '90% have an owner · up 50 points in 12 weeks',
    '20% are known to a second person · up 20 points in 12 weeks',
  ])
  await expect.element(page.getByText('Week by week since')).toBeVisible()
  await expectCount(lines.getByCss('polyline'), 2)
  await expectAccessible('the dashboard with coverage')
})

it('tells each week by keyboard and pointer, and in a table', async () => {
  await show(history)
  const line = page.getByRole('slider', { name: 'With an owner' })
  await expect.element(line).toBeVisible()
  focus(line)
  await expect.element(line).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 90%$/))
  await userEvent.keyboard('{Home}')
  await expect.element(line).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 40%$/))
  await expect.element(lines.first()).toHaveTextContent('40% · ')
  line.element().blur()
  await line.hover({ position: { x: 2, y: 10 } })
  await expect.element(lines.first()).toHaveTextContent('40% · ')
  await page.getByText('Week by week since').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent('90%20%')
  await expect.element(rows.last()).toHaveTextContent('40%0%')
  await expectAccessible('coverage as a table')
})

it('stays in its card on a phone, in forced colours too', async () => {
  await page.viewport(375, 740)
  await commands.emulateMedia({ forcedColors: 'active' })
  await show(history)
  await expect.element(lines.first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  await commands.emulateMedia({ forcedColors: 'none' })
  await expectAccessible('coverage on a phone')
})

it('has figures and no trend before two weeks, and nothing without records', async () => {
  await show({ weeks: [], now: { records: 0, withOwner: 0, withSecond: 0 } })
  await expect.element(page.getByText('There are no records yet.')).toBeVisible()
  await expectCount(lines, 0)
  await show({ weeks: [], now: { records: 2, withOwner: 1, withSecond: 0 } })
  await expectTexts(lines, ['50% have an owner', '0% are known to a second person'])
  await expect.element(page.getByText('The trend appears here after two weeks.')).toBeVisible()
})
