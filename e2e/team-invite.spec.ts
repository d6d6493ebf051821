import {
  inviteDialog as dialog,
  fillInvite as fill,
  openInvite,
  sendInvite as send,
} from './support/invitations.ts'
import { withoutNews } from './support/news.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse } from './support/systems.ts'
import { expect, freshDomain, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[INV-43, 48, 49, 50, 51, CALL-80] an invited person gets a mail, and is in the list', async ({
  page,
  cairn,
  organisation,
}) => {
  await withoutNews(page)
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const email = `nina@${freshDomain()}`
  await openInvite(page)
  await fill(page, { email: email.toUpperCase(), name: '=1+1 <b>Nina</b>' })
  await dialog(page).getByLabel('Permission Level').selectOption('Manager')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The list beneath may still ask for its views.
    if (pathname === '/rest/v1/views') return
    if (pathname.startsWith('/rest/') || pathname.startsWith('/auth/')) asked.push(pathname)
  })
  const mailed = page.waitForRequest('**/auth/v1/otp**')
  await send(page)
  const { origin, searchParams } = new URL((await mailed).url())
  expect(searchParams.get('redirect_to')).toMatch(new RegExp(`^${origin}/invitation\\?token=[\\w-]{43}$`))
  await test.step('[INV-43] no check comes before it that could fail: the invitation is one itself', () =>
    expect(asked.slice(0, asked.indexOf('/auth/v1/otp'))).toEqual(['/rest/v1/rpc/invite_member']))
  await expectToast(page, 'Team member invited', "An invitation has been sent to the user's email.")
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: '=1+1 <b>Nina</b>' })).toContainText('Pending')
  const mail = await cairn.mailbox.next(email)
  expect(mail.subject).toContain('invited')
  const rows = await cairn.database`
    select email, job_role, department, permission_level from public.pending_invitations where account_id = ${accountId}`
  expect(rows).toEqual([{ email, job_role: 'Designer', department: 'Studio', permission_level: 'manager' }])
  await page.getByRole('button', { name: 'Add Team Member' }).click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue('')
})

test.describe('an invitation that does not work', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[INV-41, 42, 44, 47, DIS-41] says why, keeps the form and leaves nothing', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const ben = await organisation.member('Ben Example', 'user')
    await openInvite(page)
    await fill(page, { email: ben.email, name: 'Ben' })
    await send(page)
    await expectToast(page, 'User already exists', 'A user with this email already exists in the system.')
    await expect(dialog(page).getByLabel('Email')).toHaveValue(ben.email)
    const email = `nina@${freshDomain()}`
    await fill(page, { email, name: 'Nina' })
    await test.step('the mail cannot be sent', async () => {
      await page.route('**/auth/v1/otp**', (route) =>
        route.fulfill({
          status: 429,
          json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Wait a minute.' },
        }),
      )
      await send(page)
      await expectToast(page, 'Error adding team member', 'Wait a minute.')
      await expect
        .poll(() => cairn.database`select from public.pending_invitations where account_id = ${accountId}`)
        .toHaveLength(0)
      await page.unroute('**/auth/v1/otp**')
    })
    await test.step('the invitation is refused', async () => {
      await refuse(page, 'POST', 'rpc/invite_member', 'Not on a Sunday.')
      await send(page)
      await expectToast(page, 'Error adding team member', 'Not on a Sunday.')
    })
    await expect(dialog(page).getByLabel('Name')).toHaveValue('Nina')
  })

  test('[INV-67] an admin whose level is lowered while the dialog stands open reads why, and the form stays', async ({
    page,
    cairn,
    organisation,
  }) => {
    await withoutNews(page)
    const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
    await organisation.member('Dan Deputy', 'admin')
    await openInvite(page)
    const nina = { email: `nina@${freshDomain()}`, name: 'Nina' }
    await fill(page, nina)
    await dialog(page).getByLabel('Permission Level').selectOption('Manager')
    await cairn.database`update public.account_members set permission_level = 'user' where user_id = ${me.id}`
    await send(page)
    await expectToast(page, 'Access Restricted', 'Only account owners can manage invitations.')
    for (const [label, value] of [
      ['Email', nina.email],
      ['Name', nina.name],
      ['Job Role', 'Designer'],
      ['Department', 'Studio'],
      ['Permission Level', 'manager'],
    ] as const)
      await expect(dialog(page).getByLabel(label)).toHaveValue(value)
    expect(
      await cairn.database`select from public.pending_invitations where account_id = ${accountId}`,
    ).toHaveLength(0)
  })
})
