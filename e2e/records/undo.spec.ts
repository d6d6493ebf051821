import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { logOut } from '../support/log-out.ts'
import { WITH_MOTION } from '../support/motion.ts'
import { arrangeSystem, listedNames, openSystems, signInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { closeToast, expectToast } from '../support/toasts.ts'

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
