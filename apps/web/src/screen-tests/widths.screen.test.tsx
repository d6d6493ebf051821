import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { examplesWorkspace } from './support/examples.ts'
import { expectCount } from './support/look.ts'
import { ADA } from './support/people.ts'
import { agent, automation, solution, system } from './support/records.ts'
import { DOOR_SCREENS, MEMBER_SCREENS, RECORD_SCREENS, visit } from './support/screens.ts'
import { expectWholeAt, expectWholeEverywhere } from './support/whole.ts'

// Names of the maximum length, and German, in every window. every-screen.screen.test.tsx has the other screens.

/** A name of the maximum length, without a space to break it at. */
const LONG_NAME = 'Personalabrechnungszwischenspeicher'.repeat(4).slice(0, 120)

/** The examples of a member, and a record of each kind with such a name, which is in the news and needs the user. */
function longNames() {
  const own = { name: LONG_NAME, ownerId: ADA.id, status: 'active' }
  const known = system(own)
  const workspace = examplesWorkspace({
    systems: [known],
    automations: [automation(own)],
    agents: [agent(own)],
    solutions: [solution({ ...own, relatedSystems: [known.id] })],
  })
  const item = { kind: 'system', id: known.id, name: LONG_NAME } as const
  vi.spyOn(workspace.inbox, 'read').mockResolvedValue({
    total: 1,
    lines: [{ reason: 'late', id: 'late', record: item, isFailing: true, since: new Date() }],
    snoozed: [],
  })
  vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([
    {
      ...item,
      resource: LONG_NAME,
      action: 'updated',
      userName: ADA.name,
      occurredAt: new Date(),
      act: null,
    },
  ])
  vi.spyOn(workspace.team, 'records').mockResolvedValue({ items: [item], total: 1 })
  vi.spyOn(workspace.deletion, 'impact').mockResolvedValue([
    { kind: 'solution', total: 1, active: 1, items: [{ ...item, ownerId: ADA.id }] },
  ])
  return { as: ADA, workspace, known }
}

describe('nothing is cut off, covered or outside, from 320 to 1920 px, at 200%, in forced colours and on paper', () => {
  for (const path of RECORD_SCREENS)
    it(`[OPEN-03] a name of 120 characters without a space: ${path}`, async () => {
      await visit(path, longNames())
      await expect.element(page.getByRole('main').getByText(LONG_NAME).first()).toBeInTheDocument()
      await expectWholeEverywhere(path)
    })

  it('[OPEN-03] a name of 120 characters without a space: its owner, its details and its page', async () => {
    const { known, ...visitor } = longNames()
    await visit(`/team/${ADA.id}`, visitor)
    await expectWholeEverywhere('its owner')
    await openApp(`/systems?id=${known.id}`, visitor)
    await expect.element(page.getByRole('dialog', { name: LONG_NAME })).toBeVisible()
    await expectWholeEverywhere('its details')
    await openApp(`/systems/${known.id}`, visitor)
    await expect.element(page.getByRole('heading', { name: LONG_NAME, level: 1 })).toBeVisible()
    await expectWholeEverywhere('its page')
  })

  it('[OPEN-03] a name of 120 characters without a space: what was searched for', async () => {
    const { known, ...visitor } = longNames()
    const answer = await visitor.workspace.search.find('sales', 10)
    vi.spyOn(visitor.workspace.search, 'find').mockResolvedValue({
      ...answer,
      results: answer.results.map((result) => ({ ...result, title: LONG_NAME })),
    })
    await visit('/search?q=Personal', visitor)
    await expect.element(page.getByRole('main').getByText(LONG_NAME).first()).toBeInTheDocument()
    await expectWholeEverywhere('what was searched for')
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('Personal')
    await expect.element(page.getByRole('option', { name: LONG_NAME }).first()).toBeVisible()
    await expectWholeEverywhere('the palette')
  })

  it('in the form of a system, and in the question before it is deleted', async () => {
    await visit('/systems', longNames())
    await page.getByRole('button', { name: 'Add System' }).click()
    await expectWholeEverywhere('the form of a system')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: `Delete ${LONG_NAME}` }).click()
    // The options beside the two buttons depend on its dependents.
    await expect.element(page.getByRole('button', { name: 'Retire instead' })).toBeVisible()
    await expectWholeEverywhere('the question before it is deleted')
  })
})

describe('[GAP-23] German cuts nothing off at 320 and 375 px', () => {
  for (const path of DOOR_SCREENS)
    it(`before somebody signs in: ${path}`, async () => {
      await visit(path, { as: 'visitor', language: 'de' })
      await expectWholeAt(path, [320, 375])
    })

  for (const path of MEMBER_SCREENS)
    it(`for a member: ${path}`, async () => {
      await visit(path, { ...longNames(), language: 'de' })
      await expectWholeAt(path, [320, 375])
    })

  it('in the question before a system is deleted', async () => {
    await page.viewport(375, 740)
    await visit('/systems', { ...longNames(), language: 'de' })
    await page
      .getByRole('button', { name: `${LONG_NAME} löschen` })
      .first()
      .click()
    await expectCount(page.getByRole('alertdialog').getByRole('listitem'), 1)
    await expectWholeAt('the question before a system is deleted', [375, 320])
    const buttons = page.getByRole('alertdialog').getByRole('button')
    for (const name of ['Stattdessen', 'Abbrechen', 'Löschen'])
      await expect.element(buttons.filter({ hasText: name })).toBeInViewport({ ratio: 1 })
  })
})

it('[TEAM-16] in the team directory names keep their room, and filters their words', async () => {
  await page.viewport(1024, 768)
  await visit('/team', longNames())
  const table = page.getByRole('table', { name: 'Team Directory' })
  const name = table.getByRole('row', { name: 'Ada Founder' }).getByRole('cell').first()
  expect(name.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(220)
  await page.viewport(320, 640)
  const filter = page.getByLabelText('Department', { exact: true })
  await expect.element(filter).toBeVisible()
  const select = filter.element()
  const { font, paddingLeft, paddingRight } = getComputedStyle(select)
  const text = document.createElement('span')
  text.textContent = 'All Departments'
  text.style.cssText = 'position: absolute; white-space: nowrap'
  text.style.font = font
  document.body.append(text)
  const { width } = text.getBoundingClientRect()
  text.remove()
  const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
  expect(room, 'the arrow stands beside the words').toBeGreaterThanOrEqual(0)
})

it('a row of tabs that does not fit shows the current one, and fades where there is more', async () => {
  await visit('/search?q=con&tab=solution', longNames())
  const strip = page.getByCss(':has(> [role=tablist])')
  const tab = (name: string) => page.getByRole('tablist').getByRole('tab', { name })
  await expect.element(strip).not.toHaveAttribute('data-more-left')
  await page.viewport(320, 640)
  await expect.element(tab('Solution')).toBeInViewport({ ratio: 1 })
  for (const end of ['data-more-left', 'data-more-right']) await expect.element(strip).toHaveAttribute(end)
  tab('Solution').element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(tab('All')).toBeInViewport({ ratio: 1 })
  await expect.element(strip).not.toHaveAttribute('data-more-left')
})
