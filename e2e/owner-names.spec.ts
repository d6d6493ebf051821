import { arrangeInvitation } from './support/invitations.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test.describe('invitations that cannot be loaded', () => {
  test.use({ expectedComplaints: [/503|is not available at the moment/] })

  test('do not make a record look as if it had no owner', async ({ page, cairn, organisation }) => {
    const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
    const invitation = await arrangeInvitation(cairn.database, {
      accountId,
      email: `ivy@${organisation.domain}`,
      name: 'Ivy Invited',
      invitedBy: founder.id,
    })
    const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await cairn.database`update public.systems set invited_owner_id = ${invitation} where id = ${id}`
    await page.route('**/rpc/get_invited_people', (route) => route.fulfill({ status: 503, body: '{}' }))
    await openSystems(page)
    const row = page.getByRole('row', { name: /Payroll/ })
    await expect(row.getByText('Invited', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /Give Payroll an owner/ })).toHaveCount(0)
  })
})

test.describe('members who cannot be loaded', () => {
  test.use({ expectedComplaints: [/503|is not available at the moment/] })

  test('can own again the records that the history says were theirs', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId, me } = await keepSignInAs(page, organisation, 'admin')
    const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll', ownerId: me.id })
    await cairn.database`update public.systems set owner_id = null where id = ${id}`
    await page.route('**/rpc/get_account_team_member_profiles', (route) =>
      route.fulfill({ status: 503, body: '{}' }),
    )
    await openSystems(page)
    const details = await openDetails(page, 'Payroll')
    await details.getByRole('button', { name: 'History' }).click()
    const restore = details.getByRole('button', { name: 'Restore this value Owner' })
    await expect(restore).toBeVisible()
    await expect(restore).not.toHaveAttribute('aria-disabled')
  })
})

test('a person without a name, and a former owner, have a placeholder in the reader’s language', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  const nameless = await organisation.member('Ned Nameless', 'user')
  await cairn.database`update public.profiles set name = 'Team Member' where id = ${nameless.id}`
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll', ownerId: nameless.id })
  await page.evaluate(`localStorage.setItem('language', 'de')`)
  await page.goto('/systems')
  await expect(page.getByRole('row', { name: /Payroll/ })).toContainText('Teammitglied')
  const filters = page.getByRole('group', { name: 'Filter' })
  await filters.getByRole('button', { name: 'Verantwortlich', exact: true }).click()
  await expect(page.getByRole('option', { name: 'Teammitglied' })).toBeVisible()
  await page.goto(`/systems?owner=pending-${accountId}`)
  await expect(filters.getByRole('button', { name: 'Verantwortlich: Einladung abgelaufen' })).toBeVisible()
})
