import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { arrangeInvitation } from '../support/invitations.ts'
import { chooseOwner, fact } from '../support/records.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from '../support/systems.ts'
import { expect, freshDomain, keepSignIn, test } from '../support/test.ts'

interface Account {
  accountId: string
  founder: { id: string }
}

/** Invites Ivy, and returns her link. */
async function inviteIvy(database: Parameters<typeof arrangeInvitation>[0], { accountId, founder }: Account) {
  const email = `ivy.${freshDomain().slice(5, 13)}@gmail.com`
  const name = 'Ivy Invited'
  const id = await arrangeInvitation(database, {
    accountId,
    email,
    name,
    invitedBy: founder.id,
    level: 'user',
  })
  const [row] = await database<{ token: string }[]>`select private.invitation_token(${id}) as token`
  return { id, email, path: `/invitation?token=${row?.token}` }
}

/** Makes Ivy the owner of the open system. */
async function giveToIvy(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await chooseOwner(form, 'System Owner', 'Ivy Invited')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toHaveCount(0)
}

test('an admin makes an invited person the owner; they join, and own the record', async ({
  page,
  cairn,
  organisation,
}) => {
  const account = await keepSignInAs(page, organisation, 'admin')
  const { email, path } = await inviteIvy(cairn.database, account)
  await arrangeSystem(cairn.database, { accountId: account.accountId, name: 'Payroll' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')

  await test.step('the history says that she is invited', async () => {
    await giveToIvy(page)
    await details.getByRole('button', { name: 'Activity' }).click()
    await expect(details.getByRole('list', { name: 'Activity' })).toContainText('Ivy Invited (invited)')
  })

  await test.step('she joins', async () => {
    const ivy = await arrangePerson(cairn.database, { email, name: 'Ivy Newman' })
    await keepSignIn(page, ivy)
    await page.goto(path)
    await page.getByRole('button', { name: 'Accept Invitation' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.goto('/systems')
    const mine = await openDetails(page, 'Payroll')
    await expect(fact(mine, 'Owner')).toHaveText(/Ivy Newman$/)
    await expect(mine.getByRole('button', { name: 'Edit' })).toBeEnabled()
    await mine.getByRole('button', { name: 'Activity' }).click()
    await expect(mine.getByRole('list', { name: 'Activity' }).getByRole('listitem').first()).toContainText(
      /Ivy Newman changed Owner.*Ivy Invited \(invited\).*Ivy Newman/s,
    )
  })
})
