import type { Locator, Page } from '@playwright/test'
import { arrangeSystem, listedNames, openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

/** Steps from the field into the list by the arrow key, and back by the arrow key and by Escape. */
async function stepIntoListAndBack(page: Page, field: Locator, first: Locator): Promise<void> {
  const { keyboard } = page
  await expect(first).toBeVisible()
  await field.focus()
  await keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await keyboard.press('Escape')
  await expect(field).toBeFocused()
}

/** Finds the element of a row that gets the focus. */
const title = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name, exact: true })

test('the arrow keys lead from a filter into its list, and back', async ({ page, cairn, organisation }) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  await organisation.member('Özge Kaya', 'user')
  await arrangeSystem(cairn.database, { accountId, name: 'Workday', description: 'Pays' })
  await arrangeSystem(cairn.database, { accountId, name: 'Workday Payroll', description: 'Pays' })
  const { keyboard } = page

  await test.step('of a catalogue, with a typo', async () => {
    await openSystems(page)
    const filter = page.getByRole('searchbox', { name: 'Filter systems' })
    await filter.fill('worday')
    await expect(listedNames(page)).toHaveText(['Workday', 'Workday Payroll'])
    await stepIntoListAndBack(page, filter, title(page, 'Workday'))
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await expect(title(page, 'Workday Payroll')).toBeFocused()
    await keyboard.press('ArrowUp')
    await expect(title(page, 'Workday')).toBeFocused()
  })

  await test.step('of the directory, without accents', async () => {
    await page.goto('/team')
    const filter = page.getByRole('searchbox', { name: 'Search team members' })
    await filter.fill('ozge')
    await expect(page.getByText('Ada Founder', { exact: true })).toHaveCount(0)
    await stepIntoListAndBack(
      page,
      filter,
      page.getByRole('table').getByRole('button', { name: 'Özge Kaya', exact: true }),
    )
  })

  await test.step('of the search, whose results are stepped through too', async () => {
    await page.goto('/search?q=worday')
    const links = page.getByRole('list', { name: 'Results' }).getByRole('link')
    await expect(links).toHaveText(['Workday', 'Workday Payroll'])
    await stepIntoListAndBack(page, page.getByRole('searchbox', { name: 'Search everything' }), links.first())
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await expect(links.last()).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Workday Payroll' })).toBeVisible()
  })
})

test('a line of the palette says status, owner and gap', async ({ page, cairn, organisation }) => {
  const { accountId, me } = await signInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Workday', description: '', ownerId: me.id })
  await arrangeSystem(cairn.database, {
    accountId,
    name: 'Workday Payroll',
    description: '',
    status: 'deprecated',
  })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('wrokday')
  await expect(
    palette.getByRole('option', { name: /^Workday\s?Active\s?Ada Founder\s?Nobody else knows it/ }),
  ).toBeVisible()
  await expect(
    palette.getByRole('option', { name: /^Workday Payroll\s?Deprecated\s?No owner/ }),
  ).toBeVisible()
})
