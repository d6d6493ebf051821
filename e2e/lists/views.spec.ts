import type { Page } from '@playwright/test'
import { addFilter } from '../support/filters.ts'
import { namesIn } from '../support/records.ts'
import { arrangeSystem, keepSignInAs, openSystems, REFUSED_REQUEST } from '../support/systems.ts'
import { expect, signIn, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const names = (page: Page) => namesIn(page, 'Systems')
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const view = (page: Page, name: string | RegExp) => sidebar(page).getByRole('link', { name })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save View' })

const pickStatus = (page: Page, name: string) => addFilter(page, 'Status', name)

/** A request for views includes their settings. */
const settingKept = (page: Page) =>
  page.waitForResponse(
    (response) => /\/view_settings/.test(response.url()) && response.request().method() === 'POST',
  )

async function act(page: Page, name: string, item: string): Promise<void> {
  const options = sidebar(page).getByRole('button', { name: `Options of the view ${name}` })
  await options.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).click()
}

// A name that is taken.
test.use({ expectedComplaints: [REFUSED_REQUEST] })

test('a view is saved for all, found by a viewer, changed, reset, and private ones stay private', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  const system = { accountId, ownerId: null }
  await arrangeSystem(cairn.database, { ...system, name: 'Archive', status: 'deprecated' })
  await arrangeSystem(cairn.database, { ...system, name: 'Billing', status: 'maintenance' })
  await arrangeSystem(cairn.database, { ...system, name: 'Payroll' })
  await openSystems(page)
  const save = page.locator('#main').getByRole('button', { name: 'Save View' })
  await expect(save).toHaveCount(0)

  await test.step('the list is saved under a name', async () => {
    await pickStatus(page, 'Deprecated')
    await save.click()
    await dialog(page).getByLabel('Name').fill('On the way out')
    await dialog(page).getByRole('radio', { name: 'Flag' }).check({ force: true })
    await dialog(page).getByRole('radio', { name: 'Everyone in the account' }).check({ force: true })
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(view(page, 'On the way out')).toHaveAttribute('aria-current', 'page')
    await expect(view(page, 'On the way out')).toContainText('1')
    await expect(page).toHaveURL(/\/systems\?saved=[\da-f-]{36}&status=deprecated$/)
    await expect(save).toHaveCount(0)
  })

  await test.step('a changed list can be reset or saved', async () => {
    await pickStatus(page, 'Maintenance')
    await expect(names(page)).toHaveText(['Archive', 'Billing'])
    await expect(page.getByText('Changed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reset the view On the way out' }).click()
    await expect(names(page)).toHaveText(['Archive'])
    await pickStatus(page, 'Maintenance')
    await page.getByRole('button', { name: 'Save changes of the view On the way out' }).click()
    await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
    await expect(view(page, 'On the way out')).toContainText('2')
  })

  await test.step('a private one has its place', async () => {
    await sidebar(page).getByRole('link', { name: 'Systems', exact: true }).click()
    await expect(names(page)).toHaveText(['Archive', 'Billing', 'Payroll'])
    for (const text of ['bill', 'pay']) {
      await page.getByRole('searchbox', { name: 'Filter systems' }).fill(text)
      await save.or(page.getByRole('button', { name: 'Save as New View' })).click()
      await dialog(page).getByLabel('Name').fill(`Only ${text}`)
      await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
      await expect(view(page, `Only ${text}`)).toHaveAttribute('aria-current', 'page')
    }
    const mine = sidebar(page).getByRole('list', { name: 'Your views' }).getByRole('link')
    await sidebar(page).getByRole('button', { name: 'Move Only pay' }).focus()
    const isOrdered = page.waitForResponse(/order_views/)
    await page.keyboard.press('ArrowUp')
    await isOrdered
    await page.reload()
    await expect(mine).toHaveText([/^Only pay/, /^Only bill/])
    await act(page, 'Only pay', 'Rename or Change Icon')
    const rename = page.getByRole('dialog', { name: 'Rename View' })
    await rename.getByLabel('Name').fill('only BILL')
    await rename.getByRole('button', { name: 'Save' }).click()
    await expect(rename.getByText('A view with this name already exists.')).toBeVisible()
    await rename.getByLabel('Name').fill('Wages')
    await rename.getByRole('button', { name: 'Save' }).click()
    await expect(mine).toHaveText([/^Wages/, /^Only bill/])
  })

  await test.step('the default opens with the catalogue, and all is one press away', async () => {
    const isKept = settingKept(page)
    await act(page, 'Wages', 'Open by Default')
    await expect(view(page, 'All')).toBeVisible()
    await isKept
    await page.goto('/systems')
    await expect(names(page)).toHaveText(['Payroll'])
    await expect(view(page, 'Wages')).toHaveAttribute('aria-current', 'page')
    await view(page, 'All').click()
    await expect(names(page)).toHaveText(['Archive', 'Billing', 'Payroll'])
  })

  const viewer = await organisation.member('Vic Viewer', 'viewer')
  const other = await browser.newContext({ baseURL: cairn.server.url })
  const theirs = await other.newPage()

  await test.step('a viewer opens it from the sidebar and by link, watches it, and sees none of others', async () => {
    await signIn(theirs, viewer)
    await view(theirs, 'On the way out').click()
    await expect(names(theirs)).toHaveText(['Archive', 'Billing'])
    await expect(view(theirs, /Only bill|Wages/)).toHaveCount(0)
    const id = new URL(theirs.url()).searchParams.get('saved')
    await theirs.goto(`/systems?saved=${id}`)
    await expect(names(theirs)).toHaveText(['Archive', 'Billing'])
    await expect(view(theirs, 'On the way out')).toHaveAttribute('aria-current', 'page')
    await act(theirs, 'On the way out', 'Watch')
    await expect
      .poll(
        async () =>
          (await cairn.database`select from public.view_settings where user_id = ${viewer.id} and watched`)
            .count,
      )
      .toBe(1)
  })

  await test.step('it is deleted after a question, restored unchanged, and its link still shows its list', async () => {
    const remove = async () => {
      await act(page, 'On the way out', 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(view(page, 'On the way out')).toHaveCount(0)
    }
    const stored = () =>
      cairn.database`select v.id from public.views v where v.account_id = ${accountId} and v.name = 'On the way out'`
    const before = await stored()
    await remove()
    await expectToast(page, 'View deleted', 'On the way out')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(view(page, 'On the way out')).toContainText('2')
    expect(await stored()).toEqual(before)
    await remove()
    await page.evaluate('document.activeElement.blur()')
    await expect.poll(stored).toEqual([])
    await theirs.reload()
    await expect(theirs.getByRole('button', { name: 'Save View' })).toBeVisible()
  })
  await other.close()
})
