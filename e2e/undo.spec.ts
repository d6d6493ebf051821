import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { logOut } from './support/log-out.ts'
import { WITH_MOTION } from './support/motion.ts'
import { arrangeSolution, fact, openCatalogue } from './support/records.ts'
import {
  arrangeSystem,
  keepSignInAs,
  listedNames,
  openDetails,
  openSystems,
  signInAs,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast, toast } from './support/toasts.ts'

test.use(WITH_MOTION)

/** Confirms the deletion, and keeps its toast from closing by itself, as a window in the background does. */
async function confirmDeletion(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'System deleted', 'The system has been deleted successfully')
  await page.evaluate('dispatchEvent(new Event("blur"))')
}

/** Whether the database has the system. */
const has = (database: postgres.Sql, id: string) => async () =>
  (await database`select 1 from public.systems where id = ${id}`).length === 1

test('[SYS-51] a deleted record disappears everywhere at once, and returns to its places by Undo', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeSolution(cairn.database, { accountId, name: 'Portal', relatedSystems: [id] })
  const deletions: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))

  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Delete' }).click()
  // Portal depends on it.
  await page.getByLabel('Type Payroll to delete it').fill('Payroll')
  await confirmDeletion(page)
  await expect(page).toHaveURL('/systems')
  await expect(listedNames(page)).toHaveText(['Archive'])

  await test.step('links and figures are without it', async () => {
    await openCatalogue(page, 'Solutions')
    const portal = await openDetails(page, 'Portal')
    await expect(fact(portal, 'Related Systems')).toHaveText('No related systems')
    await portal.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText(/Active Systems1/)
  })

  await test.step('ctrl with Z restores it, unless it edits a text', async () => {
    await openSystems(page)
    const filter = page.getByRole('searchbox', { name: 'Filter systems' })
    await filter.fill('a')
    await filter.press('Control+z')
    await expect(listedNames(page)).toHaveText(['Archive'])
    await filter.fill('')
    await page.getByRole('heading', { name: 'Systems', level: 1 }).focus()
    await page.keyboard.press('Control+z')
    await expect(listedNames(page)).toHaveText(['Archive', 'Payroll'])
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  await test.step('so does the button, and its address leads to it again', async () => {
    await page.getByRole('button', { name: 'Delete Payroll' }).click()
    await page.getByLabel('Type Payroll to delete it').fill('Payroll')
    await confirmDeletion(page)
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(listedNames(page)).toHaveText(['Archive', 'Payroll'])
    // The focus is not lost with the toast: the restored record has it.
    await expect(page.locator('[data-row-title]:focus')).toHaveText('Payroll')
    await openDetails(page, 'Payroll')
    await expect(page).toHaveURL(`/systems?id=${id}`)
  })
  expect(deletions).toEqual([])
  expect(await has(cairn.database, id)()).toBe(true)
})

test('[SYS-51] the server receives a deletion when it cannot be undone any more', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  const arrange = (name: string) => arrangeSystem(cairn.database, { accountId, name })
  const [archive, billing, intranet, payroll] = [
    await arrange('Archive'),
    await arrange('Billing'),
    await arrange('Intranet'),
    await arrange('Payroll'),
  ]
  const isThere = (id: string) => expect.poll(has(cairn.database, id))
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await confirmDeletion(page)
  }
  await openSystems(page)

  await test.step('the toast was closed', async () => {
    await remove('Archive')
    await closeToast(page)
    await isThere(archive).toBe(false)
  })
  await test.step('its name is given to another', async () => {
    await remove('Billing')
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByLabel('System Name').fill('Billing')
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, 'Billing has been added successfully')
    expect(await has(cairn.database, billing)()).toBe(false)
    await expect(listedNames(page)).toHaveText(['Billing', 'Intranet', 'Payroll'])
  })
  await test.step('the page is closed', async () => {
    await remove('Intranet')
    await page.goto('/config.json')
    await isThere(intranet).toBe(false)
  })
  await test.step('the user signs out', async () => {
    await page.goto('/systems')
    await remove('Payroll')
    await logOut(page)
    await expect(page).toHaveURL('/auth')
    await isThere(payroll).toBe(false)
  })
})
