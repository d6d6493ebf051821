import type { Page } from '@playwright/test'
import { addFilter } from '../support/filters.ts'
import { arrangeManySystems, arrangeSystem, keepSignInAs, openSystems, sent } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

const MANY = 1200

/** The row of a large table in this place, counted from 1. */
const rowAt = (page: Page, place: number) =>
  page.getByRole('table', { name: 'Systems' }).locator(`tr[aria-rowindex="${place + 1}"]`)

test('[SYS-09, 10, 11] a large account is filtered, ordered and paged by the database, and stays within reach of the keyboard', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: MANY - 1 })
  const lastId = await arrangeSystem(cairn.database, {
    accountId,
    name: 'Zephyr',
    description: 'The very last',
  })
  await openSystems(page)
  const table = page.getByRole('table', { name: 'Systems' })
  await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1))
  await expect(rowAt(page, 1)).toContainText('Register 0001')

  await test.step('End leads to a row that was not there, and Enter opens it', async () => {
    await rowAt(page, 1).getByRole('link', { name: 'Register 0001', exact: true }).focus()
    await page.keyboard.press('End')
    const last = rowAt(page, MANY).getByRole('link', { name: 'Zephyr', exact: true })
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport()
    await page.keyboard.press('ArrowUp')
    await expect(
      rowAt(page, MANY - 1).getByRole('link', { name: 'Register 1199', exact: true }),
    ).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Zephyr' })).toBeVisible()
    await expect(page).toHaveURL(`/systems?id=${lastId}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(last).toBeFocused()
    await page.keyboard.press('Home')
    await expect(rowAt(page, 1).getByRole('link', { name: 'Register 0001', exact: true })).toBeFocused()
  })

  await test.step('scrolling far meets rows that were not there', async () => {
    await rowAt(page, 1).hover()
    await page.mouse.wheel(0, 22_900)
    await expect(rowAt(page, 640)).toContainText('Register 0640')
  })

  await test.step('the filter looks at all of them', async () => {
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('VERY last')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(rowAt(page, 1)).toContainText('Zephyr')
    await expect(page.getByText(`1 of ${MANY.toLocaleString('en')}`, { exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('nothing like it')
    await expect(page.getByRole('cell', { name: 'No systems found.' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('')
  })

  await test.step('the order is theirs, and an address keeps it', async () => {
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(rowAt(page, 1)).toContainText('Zephyr')
    await page.getByRole('columnheader', { name: 'Owner' }).getByRole('button').click()
    await expect(rowAt(page, 1)).toContainText('Register 0001')
    await expect(page).toHaveURL('/systems?sort=owner')
    await page.goto(`/systems?sort=-created&q=reg&id=${lastId}`)
    await expect(page.getByRole('dialog', { name: 'Zephyr' })).toContainText('The very last')
    await page.keyboard.press('Escape')
    await expect(rowAt(page, 1)).toContainText('Register 1199')
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  await test.step('status and owner are filtered by the database too', async () => {
    await page.goto('/systems?owner=none')
    await expect(table).toHaveAttribute('aria-rowcount', '2')
    await expect(rowAt(page, 1)).toContainText('Zephyr')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 1))
    await addFilter(page, 'Status', 'Deprecated')
    await expect(page.getByRole('cell', { name: 'No systems found.' })).toBeVisible()
    await page.goto('/systems?sort=-created')
  })

  await test.step('a new one takes its place', async () => {
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('')
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(rowAt(page, 1)).toContainText('Register 0001')
    await page.getByRole('button', { name: 'Add System', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add System' })
    await dialog.getByLabel('System Name').fill('Abacus')
    const asked = sent(page, 'POST', 'rpc/find_records')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await asked
    await expect(rowAt(page, 1)).toContainText('Abacus')
    await expect(table).toHaveAttribute('aria-rowcount', String(MANY + 2))
  })
})
