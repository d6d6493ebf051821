import { doAs } from './support/do-as.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('[GAP-34] the details tell who changed what, ten changes at a time, and what was just changed', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'manager')
  const leaver = await organisation.member('Lea Leaver', 'manager')
  const id = await arrangeSystem(database, { accountId, name: 'Payroll', description: 'Version 0' })
  for (let version = 1; version <= 11; version += 1) {
    const description = `Version ${version}`
    await doAs(
      database,
      leaver,
      (tx) => tx`update public.systems set ${tx({ description })} where id = ${id}`,
    )
  }
  await database`delete from public.account_members where user_id = ${leaver.id}`
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'History' }).click()
  const changes = details.getByRole('listitem').filter({ hasText: /changed|created/ })
  await expect(changes).toHaveCount(10)
  await expect(changes.first()).toContainText('A former member changed Description')
  await expect(changes.first()).toContainText(/from\s*Version 10\s*→\s*to\s*Version 11/)
  await details.getByRole('button', { name: 'Show more' }).click()
  await expect(changes).toHaveCount(12)
  await expect(changes.last()).toContainText('Cairn created it')

  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByLabel('Status').selectOption('Deprecated')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toHaveCount(0)
  await expect(changes.first()).toContainText(`${me.name} changed Status`)
  await expect(changes.first()).toContainText(/Active\s*→\s*to\s*Deprecated/)
})
