import { goOnline } from './support/browser.ts'
import { handOverAll } from './support/handovers.ts'
import { LOST_CONNECTION, withoutNews } from './support/news.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('a connection that is lost', () => {
  test.use({ expectedComplaints: [LOST_CONNECTION] })

  test('keeps the choice between the restored values and those that others saved', async ({
    page,
    context,
    cairn: { database },
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await withoutNews(page)
    const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'First' })
    await database`update public.systems set description = 'Second' where id = ${id}`
    await openSystems(page)
    const details = await openDetails(page, 'Payroll')
    await details.getByRole('button', { name: 'History' }).click()
    const restore = details.getByRole('button', { name: 'Restore this value Description' })
    await expect(restore).toBeVisible()
    await database`
      update public.systems set description = 'Theirs', updated_at = now() + interval '1 second' where id = ${id}`
    await restore.last().click()
    const question = page.getByRole('dialog', { name: 'Restore Payroll' })
    await question.getByRole('radio', { name: 'Restored First' }).check()
    await context.setOffline(true)
    await question.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error updating system')
    await expect(question.getByRole('radio', { name: 'Restored First' })).toBeChecked()
    await goOnline(page)
    await question.getByRole('button', { name: 'Save Changes' }).click()
    await expect(question).toHaveCount(0)
    const [row] = await database`select description from public.systems where id = ${id}`
    expect(row).toEqual({ description: 'First' })
  })
})

test('a record that is deleted during its conflict is reported, and nothing is restored', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await withoutNews(page)
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'First' })
  await database`update public.systems set description = 'Second' where id = ${id}`
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  const restore = details.getByRole('button', { name: 'Restore this value Description' })
  await expect(restore).toBeVisible()
  await database`
    update public.systems set description = 'Theirs', updated_at = now() + interval '1 second' where id = ${id}`
  await restore.last().click()
  const question = page.getByRole('dialog', { name: 'Restore Payroll' })
  await expect(question).toBeVisible()
  await page.route('**/rest/v1/systems?*', async (route) => {
    if (route.request().method() === 'PATCH') await database`delete from public.systems where id = ${id}`
    await route.continue()
  })
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Nothing was restored', 'Someone else has deleted this.')
  await expect(question).toHaveCount(0)
})

test('the owner that a handover replaced is restored as any other value', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ana = await organisation.member('Ana Alvarez', 'user')
  const ben = await organisation.member('Ben Example', 'user')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', ownerId: founder.id })
  await database`update public.systems set owner_id = ${ana.id} where id = ${id}`
  await handOverAll(database, { admin: founder, leaver: ana, to: ben })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  const handedOver = details.getByRole('listitem').filter({ hasText: 'handed it over from Ana Alvarez' })
  const restore = handedOver.getByRole('button', { name: 'Restore this value Owner' })
  await expect(restore).toHaveAccessibleDescription(
    'The person who owned it then can no longer be its owner.',
  )
})
