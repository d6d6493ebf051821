import {
  arrangeExperts,
  arrangeSystem,
  keepSignInAs,
  listedNames,
  openSystems,
  sent,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast } from './support/toasts.ts'

test('[SYS-48, 49, 51, CALL-34, GAP-13] deleting asks first, and says what goes with it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Expert')
  const systemId = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await arrangeSystem(cairn.database, { accountId, name: 'Archive' })
  await arrangeExperts(cairn.database, { accountId, systemId, people: [founder, ben] })
  await cairn.database`
    insert into public.knowledge_articles (account_id, title, system_id) values (${accountId}, 'Pay days', ${systemId})`
  await openSystems(page)
  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete System' })
  await expect(
    question.getByText(
      'Are you sure you want to delete this system? This action will remove all associations to knowledge articles.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(question).toContainText('Payroll')
  await expect(question).toContainText('No longer listed as its experts: Ada Founder, Ben Expert')
  await expect(question.getByRole('button')).toHaveText(['Retire instead', 'Cancel', 'Delete'])

  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(listedNames(page)).toHaveText(['Archive', 'Payroll'])

  await page.getByRole('button', { name: 'Delete Payroll' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'System deleted', 'The system has been deleted successfully')
  await expect(listedNames(page)).toHaveText(['Archive'])
  const request = sent(page, 'DELETE', 'systems')
  await closeToast(page)
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${systemId}`)
  await expect
    .poll(() => cairn.database`select 1 from public.system_experts where system_id = ${systemId}`)
    .toHaveLength(0)
  expect(
    await cairn.database`select system_id from public.knowledge_articles where account_id = ${accountId}`,
  ).toEqual([{ system_id: null }])
})
