import type { Page } from '@playwright/test'
import { exampleWorks } from './support/example-works.ts'
import { expectWhole, expectWholeEverywhere } from './support/layout.ts'
import { arrangeAgent, arrangeAutomation, arrangeSolution } from './support/records.ts'
import { DOOR_SCREENS, MEMBER_SCREENS, RECORD_SCREENS, visit, walks } from './support/screens.ts'
import { arrangeSystem, keepSignInAs } from './support/systems.ts'
import { type Cairn, expect, freshDomain, keepSignIn, test } from './support/test.ts'

// Tests names of the maximum length, and German, in every window. every-screen.spec.ts covers screens that have
// neither.

/** A name of the maximum length, without a space to break it at. */
const LONG_NAME = 'Personalabrechnungszwischenspeicher'.repeat(4).slice(0, 120)

/**
 * Signs in the founder of the example, which has records with such a name too; returns the ids of the system and of the
 * person.
 */
async function enter(page: Page, { database }: Cairn): Promise<{ systemId: string; personId: string }> {
  const domain = freshDomain()
  const me = await exampleWorks(database, { domain })
  const [founder] = await database<{ id: string; account_id: string }[]>`
    select members.user_id as id, members.account_id
    from public.account_members members
    join auth.users users on users.id = members.user_id
    where users.email = ${me.email}`
  if (founder === undefined) throw new Error('Nobody has founded the example.')
  const record = {
    accountId: founder.account_id,
    name: LONG_NAME,
    ownerId: founder.id,
    createdBy: founder.id,
  }
  const systemId = await arrangeSystem(database, record)
  await arrangeSolution(database, { ...record, relatedSystems: [systemId] })
  await arrangeAgent(database, { ...record, status: 'active' })
  await arrangeAutomation(database, { ...record, status: 'active' })
  await keepSignIn(page, me)
  return { systemId, personId: founder.id }
}

test.describe('nothing is cut off, covered or outside, from 320 to 1920 px, at 200%, in forced colours and on paper', () => {
  test.slow()

  for (const paths of walks([...RECORD_SCREENS, '/search?q=Personal'], 3))
    test(`[OPEN-03] a name of 120 characters without a space: ${paths.join(', ')}`, async ({
      page,
      cairn,
    }) => {
      await enter(page, cairn)
      for (const path of paths) {
        await visit(page, path)
        await expect(page.getByRole('main').getByText(LONG_NAME).first()).toBeAttached()
        await expectWholeEverywhere(page, path)
      }
    })

  test('[OPEN-03] a name of 120 characters without a space: its owner and its details', async ({
    page,
    cairn,
  }) => {
    const { systemId, personId } = await enter(page, cairn)
    await visit(page, `/team/${personId}`)
    await expectWholeEverywhere(page, 'its owner')
    await page.goto(`/systems?id=${systemId}`)
    await expect(page.getByRole('dialog', { name: LONG_NAME })).toBeVisible()
    await expectWholeEverywhere(page, 'its details')
    await page.goto(`/systems/${systemId}`)
    await expect(page.getByRole('heading', { name: LONG_NAME, level: 1 })).toBeVisible()
    await expectWholeEverywhere(page, 'its page')
  })

  test('in the windows', async ({ page, cairn }) => {
    await enter(page, cairn)
    await visit(page, '/systems')
    await page.getByRole('button', { name: 'Add System' }).click()
    await expectWholeEverywhere(page, 'the form of a system')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Delete ${LONG_NAME}` }).click()
    // The options beside the two buttons depend on its dependents.
    await expect(page.getByRole('button', { name: 'Retire instead' })).toBeVisible()
    await expectWholeEverywhere(page, 'the question before it is deleted')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Personal')
    await expect(page.getByRole('option', { name: LONG_NAME }).first()).toBeVisible()
    await expectWholeEverywhere(page, 'the palette')
  })
})

test.describe('German', () => {
  test.slow()
  test.use({ viewport: { width: 375, height: 740 } })
  test.beforeEach(({ page }) => page.addInitScript(`localStorage.setItem('language', 'de')`))

  async function look(page: Page, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await visit(page, path)
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 740 })
        await expectWhole(page, `${path} at ${width} px`)
      }
    }
  }

  test('[GAP-23] cuts nothing off at 320 and 375 px: before somebody signs in', ({ page }) =>
    look(page, DOOR_SCREENS))

  for (const paths of walks(MEMBER_SCREENS, 10))
    test(`[GAP-23] cuts nothing off at 320 and 375 px: ${paths.join(', ')}`, async ({ page, cairn }) => {
      await enter(page, cairn)
      await look(page, paths)
    })

  test('[GAP-23] cuts nothing off at 320 and 375 px: the question before a system is deleted', async ({
    page,
    cairn,
  }) => {
    await enter(page, cairn)
    await visit(page, '/systems')
    await page
      .getByRole('button', { name: `${LONG_NAME} löschen` })
      .first()
      .click()
    await expect(page.getByRole('alertdialog').getByRole('listitem')).toHaveCount(1)
    await expectWhole(page, 'the question before a system is deleted')
    await page.setViewportSize({ width: 320, height: 740 })
    const buttons = page.getByRole('alertdialog').getByRole('button')
    for (const name of ['Stattdessen', 'Abbrechen', 'Löschen'])
      await expect(buttons.filter({ hasText: name })).toBeInViewport({ ratio: 1 })
  })
})

test('[TEAM-16] in the team directory names keep their room, and filters their words', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/team')
  const table = page.getByRole('table', { name: 'Team Directory' })
  const name = await table.getByRole('row', { name: 'Ada Founder' }).getByRole('cell').first().boundingBox()
  expect(name?.width).toBeGreaterThanOrEqual(220)
  await page.setViewportSize({ width: 320, height: 640 })
  const filter = page.getByLabel('Department', { exact: true })
  const room = await filter.evaluate((select) => {
    const text = select.ownerDocument.createElement('span')
    text.textContent = 'All Departments'
    text.style.cssText = 'position: absolute; white-space: nowrap'
    text.style.font = select.ownerDocument.defaultView?.getComputedStyle(select).font ?? ''
    select.ownerDocument.body.append(text)
    const { width } = text.getBoundingClientRect()
    text.remove()
    const { paddingLeft = '0', paddingRight = '0' } =
      select.ownerDocument.defaultView?.getComputedStyle(select) ?? {}
    return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
  })
  expect(room, 'the arrow stands beside the words').toBeGreaterThanOrEqual(0)
})

test('a row of tabs that does not fit shows the current one, and fades where there is more', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/settings?tab=connections')
  const tabs = page.getByRole('tablist', { name: 'Settings' })
  const strip = tabs.locator('..')
  await expect(strip).not.toHaveAttribute('data-more-left')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(tabs.getByRole('tab', { name: 'Connections' })).toBeInViewport({ ratio: 1 })
  for (const end of ['data-more-left', 'data-more-right']) await expect(strip).toHaveAttribute(end)
  await tabs.getByRole('tab', { name: 'Connections' }).press('Home')
  await expect(tabs.getByRole('tab', { name: 'Notifications' })).toBeInViewport({ ratio: 1 })
  await expect(strip).not.toHaveAttribute('data-more-left')
})
