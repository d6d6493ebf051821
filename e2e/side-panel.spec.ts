import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { WITH_MOTION } from './support/motion.ts'
import {
  arrangeSystem,
  expectResting,
  keepSignInAs,
  listedNames,
  openDetails,
  openSystems,
} from './support/systems.ts'
import { expect, type Organisation, test } from './support/test.ts'

test.use(WITH_MOTION)

test.use({ viewport: { width: 1440, height: 900 } })

const NAMES = ['Billing', 'Ledger', 'Payroll']

/** An admin in front of three systems; gives their ids. */
async function enterSystems(
  page: Page,
  organisation: Organisation,
  database: Parameters<typeof arrangeSystem>[0],
): Promise<string[]> {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const ids: string[] = []
  for (const name of NAMES) ids.push(await arrangeSystem(database, { accountId, name }))
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(NAMES)
  return ids
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').getByRole('link', { name, exact: true })

test('on a wide screen details stand beside the list, and the arrow keys step through it', async ({
  page,
  cairn,
  organisation,
}) => {
  const [billing, ledger, payroll] = await enterSystems(page, organisation, cairn.database)
  const panel = await openDetails(page, 'Billing')
  const open = page.getByRole('dialog')
  const expectOpen = async (name: string, id: string | undefined) => {
    await expect(open).toHaveAccessibleName(name)
    await expect(page).toHaveURL(`/systems?id=${id}`)
    await expect(page.getByRole('row').and(page.locator('[aria-current="true"]'))).toContainText(name)
  }
  await expect(panel).toBeFocused()
  await expectOpen('Billing', billing)
  await expect(listedNames(page)).toHaveText(NAMES)
  await expectAccessible(page, 'details beside the list')

  await test.step('in the panel', async () => {
    const previous = open.getByRole('button', { name: 'Previous record' })
    const next = open.getByRole('button', { name: 'Next record' })
    await expectResting(previous, 'This is the first record in the list.')
    await expect(next).toBeEnabled()
    await page.keyboard.press('ArrowDown')
    await expectOpen('Ledger', ledger)
    await expect(previous).toBeEnabled()
    await next.focus()
    await page.keyboard.press('Enter')
    await expectOpen('Payroll', payroll)
    await expect(next).toBeFocused()
    await expectResting(next, 'This is the last record in the list.')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expectOpen('Ledger', ledger)
  })
  await test.step('Tab goes on from the panel to the list, and back', async () => {
    const first = open.getByRole('button', { name: 'Previous record' })
    await first.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('table').locator(':focus')).toHaveAccessibleName('Delete Payroll')
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
    await open.getByRole('button', { name: 'Edit' }).focus()
    await page.keyboard.press('Tab')
    await expect(open.locator(':focus')).toHaveCount(0)
    // The next one is the first of the page: nothing unseen stands between.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expect(page.locator('[data-radix-focus-guard]').first()).toBeHidden()
  })
  await test.step('in the list', async () => {
    await row(page, 'Payroll').click()
    await expectOpen('Payroll', payroll)
    await row(page, 'Payroll').focus()
    await page.keyboard.press('ArrowUp')
    await expectOpen('Ledger', ledger)
    await expect(row(page, 'Ledger')).toBeFocused()
  })
  await test.step('the filter works beside it', async () => {
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('led')
    await expect(listedNames(page)).toHaveText(['Ledger'])
    await expect(open).toHaveAccessibleName('Ledger')
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('')
    await expect(listedNames(page)).toHaveText(NAMES)
  })
  await test.step('as a page it has the whole width, and Back leads beside the list', async () => {
    await open.getByRole('link', { name: 'Open as page' }).click()
    await expect(page).toHaveURL(`/systems/${ledger}`)
    await expect(page.getByRole('heading', { name: 'Ledger', level: 1 })).toBeFocused()
    await expect(page.getByRole('table', { name: 'Systems' })).toHaveCount(0)
    await page.goBack()
    await expect(open).toHaveAccessibleName('Ledger')
    await expect(listedNames(page)).toHaveText(NAMES)
  })
  await test.step('Back leads to the list alone', async () => {
    await page.goBack()
    await expect(open).toHaveCount(0)
    await expect(page).toHaveURL('/systems')
  })
})

test('an id is copied by a press, and a change shows its author and time', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, {
    accountId,
    name: 'Payroll',
    createdAt: new Date('2024-02-03T10:20:00Z'),
    updatedAt: new Date('2024-03-04T11:30:00Z'),
    updatedBy: founder.id,
  })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await expect(details).toContainText(/Updated\s*Mar 4, 2024, 11:30\sAM\s*A\s*Ada Founder/)
  await details.getByRole('button', { name: id }).click()
  await expect(details.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id)
})
