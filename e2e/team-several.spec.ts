import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Invite several people' })
const list = (page: Page): Locator => dialog(page).getByRole('list', { name: 'People' }).getByRole('listitem')
const addresses = (page: Page): Locator => dialog(page).getByLabel('Email addresses')
const send = (page: Page): Promise<void> =>
  dialog(page)
    .getByRole('button', { name: /^Send Invitations/ })
    .click()

async function open(page: Page): Promise<void> {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite several people' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('[INV-48] people out of a mail client are read, put right, and invited in one step', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  const domain = freshDomain()
  await arrangeInvitation(cairn.database, {
    accountId,
    email: `ivy@${domain}`,
    name: 'Ivy Invited',
    invitedBy: me.id,
  })
  await open(page)
  await send(page)
  await expect(addresses(page)).toHaveAccessibleDescription(/Paste at least one address/)
  await expect(dialog(page).getByLabel('Department')).toHaveAccessibleDescription(/Department is required/)
  await dialog(page).getByLabel('Department').fill('Studio')
  await dialog(page).getByLabel('Permission Level').selectOption('User')
  await addresses(page).fill(
    `"Lopez, Ana" <Ana@${domain}>; ben@${domain}; ANA@${domain}; =1+1 <b>x@; ivy@${domain}; ${me.email}; cleo@${domain}`,
  )
  await expect(list(page)).toHaveCount(8)
  await expect(list(page).first()).toHaveText(`Ana Lopez ana@${domain}`)
  await expect(list(page).nth(2)).toContainText(
    'This address is already in the list. They get one invitation.',
  )
  await test.step('members, and who is invited already, are marked before anything is sent', async () => {
    await expect(list(page).nth(5)).toContainText('This person already has an open invitation.')
    await expect(list(page).nth(6)).toContainText('A user with this email already exists in the system.')
    await expect(addresses(page)).toHaveAccessibleDescription(
      /Correct or remove the people who cannot be invited: 4\./,
    )
  })
  await send(page)
  await expectAccessible(page, 'invite several, with complaints')
  await dialog(page).getByRole('button', { name: 'Remove the people who cannot be invited' }).click()
  await expect(list(page)).toHaveCount(3)
  await test.step('another admin has invited one of them meanwhile: then nobody is', async () => {
    await arrangeInvitation(cairn.database, {
      accountId,
      email: `cleo@${domain}`,
      name: 'Cleo Invited',
      invitedBy: me.id,
    })
    await send(page)
    await expectToast(page, 'Nobody was invited')
    await expect(list(page).nth(2)).toContainText('This person already has an open invitation.')
    const rows = await cairn.database`
      select from public.pending_invitations where account_id = ${accountId}`
    expect(rows).toHaveLength(2)
  })
  await dialog(page).getByRole('button', { name: 'Remove the people who cannot be invited' }).click()
  await dialog(page).getByRole('button', { name: 'Send Invitations: 2' }).click()
  await expectToast(page, 'Team members invited', 'Invitations sent: 2.')
  await expect(dialog(page)).toHaveCount(0)
  for (const name of ['Ana Lopez', 'Ben'])
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Pending')
  for (const name of ['ana', 'ben'])
    expect((await cairn.mailbox.next(`${name}@${domain}`)).subject).toContain('invited')
  const rows = await cairn.database`
    select name, department, permission_level from public.pending_invitations
    where account_id = ${accountId} and department is not null order by name`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { name: 'Ana Lopez', department: 'Studio', permission_level: 'user' },
    { name: 'Ben', department: 'Studio', permission_level: 'user' },
  ])
})

test.describe('several invitations that do not work', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('stay in the form: too many, mails that fail, and a limit that says when it goes on', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const domain = freshDomain()
    await page.setViewportSize({ width: 375, height: 740 })
    await open(page)
    await dialog(page).getByLabel('Department').fill('Studio')
    const crowd = Array.from({ length: 101 }, (_, index) => `guest${index}@${domain}`)
    await addresses(page).fill(crowd.join('\n'))
    await expect(addresses(page)).toHaveAccessibleDescription(/You can invite at most 100 people at once\./)
    await addresses(page).fill(`ana@${domain}, ben@${domain}`)
    await page.route('**/auth/v1/otp**', (route) =>
      route.request().postData()?.includes('ben@')
        ? route.fulfill({
            status: 429,
            json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Wait a minute.' },
          })
        : route.continue(),
    )
    await send(page)
    await expectToast(page, 'Some people were not invited')
    await expect(list(page)).toHaveCount(1)
    await expect(list(page)).toContainText(`Ben ben@${domain}Wait a minute.`)
    await expectAccessible(page, 'invite several on a phone')
    const rows = await cairn.database`
      select email from public.pending_invitations where account_id = ${accountId}`
    expect(rows.map(({ email }) => email)).toEqual([`ana@${domain}`])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await test.step('a mail that failed is tried again', async () => {
      await expect(addresses(page)).not.toHaveAccessibleDescription(/Correct or remove/)
      await dialog(page).getByRole('button', { name: 'Send Invitations: 1' }).click()
      await expectToast(page, 'Team members invited', 'Invitations sent: 1.')
      await expect(dialog(page)).toHaveCount(0)
      expect((await cairn.mailbox.next(`ben@${domain}`)).subject).toContain('invited')
      await page.getByRole('button', { name: 'Invite several people' }).click()
      await dialog(page).getByLabel('Department').fill('Studio')
    })
    await test.step('the account has sent too many', async () => {
      await cairn.database`
        insert into public.pending_invitations (account_id, email, name, declined_at)
        select ${accountId}, format('guest%s@${cairn.database.unsafe(domain)}', n), 'Guest', now()
        from generate_series(1, 198) n`
      await addresses(page).fill(`cleo@${domain}`)
      await send(page)
      const told = page.getByText(
        /^Your account can send at most 200 invitations in 24 hours\. You can continue at .+\.$/,
      )
      await expect(told).toBeVisible()
    })
    await refuse(page, 'POST', 'rpc/invite_members', 'Not on a Sunday.')
    await send(page)
    await expectToast(page, 'Error adding team member', 'Not on a Sunday.')
    await expect(addresses(page)).toHaveValue(`cleo@${domain}`)
  })
})
