import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { arrangeAgent, chooseOwner, fact, openCatalogue } from './support/records.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems, signInAs } from './support/systems.ts'
import { expect, freshDomain, keepSignIn, type Organisation, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

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

async function signInAsAdmin(page: Page, organisation: Organisation): Promise<Account> {
  const { accountId, founder } = await signInAs(page, organisation, 'admin')
  return { accountId, founder }
}

test('an admin makes an invited person the owner; they join, and own the record', async ({
  page,
  cairn,
  organisation,
}) => {
  const account = await signInAsAdmin(page, organisation)
  const { email, path } = await inviteIvy(cairn.database, account)
  await arrangeSystem(cairn.database, { accountId: account.accountId, name: 'Payroll' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')

  await test.step('the choice, the details, the list and the history say that she is invited', async () => {
    await details.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'System Owner' }).click()
    await expect(page.getByRole('option', { name: 'Ivy Invited' })).toHaveText(/Ivy InvitedInvited$/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Edit System' }).getByRole('button', { name: 'Cancel' }).click()
    await giveToIvy(page)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    const row = page.getByRole('row', { name: /Payroll/ })
    await expect(row.getByText('Ivy Invited')).toBeVisible()
    await expect(row.getByText('Invited', { exact: true })).toBeVisible()
    await openDetails(page, 'Payroll')
    await expect(fact(details, 'Owner')).toHaveText(/Ivy InvitedInvited$/)
    await details.getByRole('button', { name: 'History' }).click()
    await expect(details.getByRole('list', { name: 'History' })).toContainText('Ivy Invited (invited)')
    await expectAccessible(page, 'details of a system whose owner is invited')
    await page.keyboard.press('Escape')
  })

  await test.step('the list is filtered by her', async () => {
    await page.goto('/systems')
    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: 'Owner', exact: true })
      .click()
    await page.getByRole('option', { name: /Ivy Invited/ }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row', { name: /Payroll/ })).toBeVisible()
    await expect(page).toHaveURL(/pending-/)
  })

  await test.step('she joins', async () => {
    const ivy = await arrangePerson(cairn.database, { email, name: 'Ivy Newman' })
    await keepSignIn(page, ivy)
    await page.goto(path)
    await page.getByRole('button', { name: 'Accept Invitation' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await openSystems(page)
    const mine = await openDetails(page, 'Payroll')
    await expect(fact(mine, 'Owner')).toHaveText(/Ivy Newman$/)
    await expect(mine.getByRole('button', { name: 'Edit' })).toBeEnabled()
    await mine.getByRole('button', { name: 'History' }).click()
    await expect(mine.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
      /Ivy Newman changed Owner.*Ivy Invited \(invited\).*Ivy Newman/s,
    )
  })
})

test('an invited person becomes the owner in the row, and of many records at once', async ({
  page,
  cairn,
  organisation,
}) => {
  const account = await signInAsAdmin(page, organisation)
  await inviteIvy(cairn.database, account)
  for (const name of ['Archive', 'Ledger', 'Payroll'])
    await arrangeSystem(cairn.database, { accountId: account.accountId, name })
  await openSystems(page)
  const row = (name: string) => page.getByRole('row', { name })
  const ivy = page.getByRole('option', { name: 'Ivy Invited' })

  await test.step('in the row', async () => {
    await row('Archive')
      .getByRole('button', { name: 'No owner assigned. Assign an owner to Archive' })
      .click()
    await expect(ivy).toHaveText(/Ivy InvitedInvited$/)
    await ivy.click()
    await expectToast(page, 'Owner assigned', 'Ivy Invited now owns Archive.')
    await expect(row('Archive').getByText('Invited', { exact: true })).toBeVisible()
  })

  const bar = page.getByRole('region', { name: 'Selection' })
  await test.step('of the selected ones, and undone', async () => {
    await page.getByRole('checkbox', { name: 'Select Ledger' }).click()
    await page.getByRole('checkbox', { name: 'Select Payroll' }).click()
    await bar.getByRole('button', { name: 'Add expert' }).click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(ivy).toHaveCount(0)
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Change owner' }).click()
    await expect(ivy).toHaveText(/Ivy InvitedInvited$/)
    await ivy.click()
    const dialog = page.getByRole('alertdialog', { name: 'Make Ivy Invited their owner?' })
    await expect(dialog).toContainText('2 of 2 selected records will change.')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(row('Payroll').getByText('Ivy Invited')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row('Payroll').getByText('No owner assigned')).toBeVisible()
  })
})

test('a revoked invitation leaves the record without an owner', async ({ page, cairn, organisation }) => {
  const account = await signInAsAdmin(page, organisation)
  await inviteIvy(cairn.database, account)
  await arrangeSystem(cairn.database, { accountId: account.accountId, name: 'Payroll' })
  await openSystems(page)
  await openDetails(page, 'Payroll')
  await giveToIvy(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Payroll/ }).getByText('Ivy Invited')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Revoke invitation of Ivy Invited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'Invitation revoked')

  await openSystems(page)
  const row = page.getByRole('row', { name: /Payroll/ })
  await expect(
    row.getByRole('button', { name: 'No owner assigned. Assign an owner to Payroll' }),
  ).toBeVisible()
  const details = await openDetails(page, 'Payroll')
  await expect(fact(details, 'Owner')).toHaveText('No owner assigned')
})

test('an invitation that has ended owns nothing before it is cleaned up', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await keepSignInAs(page, organisation, 'viewer')
  const { id } = await inviteIvy(cairn.database, { accountId, founder })
  const agent = await arrangeAgent(cairn.database, { accountId, name: 'Reader' })
  await cairn.database`update public.agents set invited_owner_id = ${id} where id = ${agent}`
  await openCatalogue(page, 'Agents')
  const details = await openDetails(page, 'Reader')
  await expect(fact(details, 'Owner')).toHaveText(/Ivy InvitedInvited$/)
  await cairn.database`update public.pending_invitations set expires_at = now() where id = ${id}`
  await page.reload()
  await expect(fact(page.getByRole('dialog', { name: 'Reader' }), 'Owner')).toHaveText('No owner assigned')
})

test('an owner whose invitation has expired is marked so in the form, and stays until another is chosen', async ({
  page,
  cairn,
  organisation,
}) => {
  const account = await signInAsAdmin(page, organisation)
  const { id } = await inviteIvy(cairn.database, account)
  const system = await arrangeSystem(cairn.database, { accountId: account.accountId, name: 'Payroll' })
  await cairn.database`update public.systems set invited_owner_id = ${id} where id = ${system}`
  await cairn.database`update public.pending_invitations set expires_at = now() where id = ${id}`
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  const owner = page.getByRole('combobox', { name: 'System Owner' })
  await expect(owner).toHaveText('Invitation expired')
  await chooseOwner(page.getByRole('dialog', { name: 'Edit System' }), 'System Owner', 'Ada Founder')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(fact(page.getByRole('dialog', { name: 'Payroll' }), 'Owner')).toHaveText(/Ada Founder$/)
})
