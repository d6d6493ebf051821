import type { Page } from '@playwright/test'
import {
  arrangeInvitation,
  inviteDialog as dialog,
  fillInvite as fill,
  openInvite,
  sendInvite as send,
} from '../support/invitations.ts'
import { keepSignInAs } from '../support/systems.ts'
import { type Cairn, expect, freshDomain, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** The open invitations of an account, by name. */
const openOnes = ({ database }: Cairn, accountId: string) => database`
  select name, email, job_role, department, permission_level from public.pending_invitations
  where account_id = ${accountId} and declined_at is null order by name`

/** Opens the dialog for several people, and fills it in. */
async function openSeveral(page: Page, addresses: string) {
  await page.getByRole('button', { name: 'Invite several people' }).click()
  const several = page.getByRole('dialog', { name: 'Invite several people' })
  await several.getByLabel('Department').fill('Atelier')
  await several.getByLabel('Permission Level').selectOption('User')
  await several.getByLabel('Email addresses').fill(addresses)
  return several
}

test('[INV-43, 48, 49, 50, 51, 62, GAP-25, CALL-80] invited people get a mail, one, several, and once more', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  const domain = freshDomain()
  const nina = `nina@${domain}`

  await test.step('of one person', async () => {
    await openInvite(page)
    await fill(page, { email: nina.toUpperCase(), name: '=1+1 <b>Nina</b>' })
    await dialog(page).getByLabel('Permission Level').selectOption('Manager')
    const mailed = page.waitForRequest('**/auth/v1/otp**')
    await send(page)
    const { origin, searchParams } = new URL((await mailed).url())
    expect(searchParams.get('redirect_to')).toMatch(new RegExp(`^${origin}/invitation\\?token=[\\w-]{43}$`))
    await expectToast(page, 'Team member invited', "An invitation has been sent to the user's email.")
    await expect(page.getByRole('row').filter({ hasText: '=1+1 <b>Nina</b>' })).toContainText('Pending')
    expect((await cairn.mailbox.next(nina)).subject).toContain('invited')
    expect(await openOnes(cairn, accountId)).toEqual([
      {
        name: '=1+1 <b>Nina</b>',
        email: nina,
        job_role: 'Designer',
        department: 'Studio',
        permission_level: 'manager',
      },
    ])
  })

  await test.step('of several, unless another admin has invited one of them meanwhile', async () => {
    const several = await openSeveral(
      page,
      `"Lopez, Ana" <Ana@${domain}>; ${nina}; ${me.email}; cleo@${domain}`,
    )
    const people = several.getByRole('list', { name: 'People' }).getByRole('listitem')
    const remove = several.getByRole('button', { name: 'Remove the people who cannot be invited' })
    await expect(people.nth(1)).toContainText('This person already has an open invitation.')
    await expect(people.nth(2)).toContainText('A user with this email already exists in the system.')
    await remove.click()
    const cleo = { accountId, email: `cleo@${domain}`, name: 'Cleo Invited', invitedBy: me.id }
    // While the request is on its way: earlier, the news of it would correct the list.
    await page.route(
      '**/rpc/invite_members**',
      async (route) => {
        await arrangeInvitation(cairn.database, cleo)
        await route.continue()
      },
      { times: 1 },
    )
    await several.getByRole('button', { name: 'Send Invitations: 2' }).click()
    await expectToast(page, 'Nobody was invited')
    expect(await openOnes(cairn, accountId)).toHaveLength(2)
    await remove.click()
    await several.getByRole('button', { name: 'Send Invitations: 1' }).click()
    await expectToast(page, 'Team members invited', 'Invitations sent: 1.')
    expect((await cairn.mailbox.next(`ana@${domain}`)).subject).toContain('invited')
    expect(await openOnes(cairn, accountId)).toContainEqual({
      name: 'Ana Lopez',
      email: `ana@${domain}`,
      job_role: null,
      department: 'Atelier',
      permission_level: 'user',
    })
  })

  await test.step('by a link that opens in a separate tab, and is replaced by a new one', async () => {
    await page.goto('/profile#invitations')
    const opened = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Test link for Cleo Invited' }).click()
    const tab = await opened
    await expect(tab).toHaveURL(/\/invitation\?token=/)
    await page.getByRole('button', { name: 'Resend to Cleo Invited' }).click()
    await expectToast(page, 'Invitation sent again', 'A new link is on its way. The old one no longer works.')
    expect((await cairn.mailbox.next(`cleo@${domain}`)).subject).toContain('invited')
    await tab.reload()
    await expect(tab.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await tab.close()
  })
})
