import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack, SESSION_KEY } from './support/browser.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { arrangeInvitation } from './support/invitations.ts'
import { REFUSED_REQUEST } from './support/systems.ts'
import {
  continueAsGuest,
  expect,
  freshDomain,
  keepSignIn,
  type Organisation,
  PASSWORD,
  test,
} from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const accept = (page: Page) => page.getByRole('button', { name: 'Accept Invitation' })

/** An account that invites somebody of no account, with the link that they got. */
async function invited(database: postgres.Sql, organisation: Organisation) {
  const founder = await organisation.member('Ada Founder')
  const email = `nina.${freshDomain().slice(5, 13)}@gmail.com`
  const id = await arrangeInvitation(database, {
    accountId: await organisation.accountId(),
    email,
    name: 'Nina Invited',
    invitedBy: founder.id,
    jobRole: 'Designer',
    department: 'Studio',
    level: 'manager',
  })
  const [row] = await database<{ token: string }[]>`select private.invitation_token(${id}) as token`
  const [account] = await database<{ name: string }[]>`
    select name from public.accounts where id = ${await organisation.accountId()}`
  return { email, id, founder, account: account?.name ?? '', path: `/invitation?token=${row?.token}` }
}

test('[INV-01, 02, 03, 04, 06, 07, 08] a link without a token, and one that has ended, lead to the door', async ({
  page,
  cairn,
  organisation,
}) => {
  await page.goto('/invitation')
  await expect(page.getByRole('heading', { name: 'Invalid Invitation', level: 1 })).toBeVisible()
  await expect(page.getByText('No invitation token found in the URL.')).toBeVisible()
  await expectAccessible(page, 'invitation without a token')
  const { id, path } = await invited(cairn.database, organisation)
  await cairn.database`update public.pending_invitations set declined_at = now() where id = ${id}`
  for (const address of [path, `${path}x`, '/invitation?token=%F0%9F%92%A9']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
  }
  await page.goto(path)
  await expect(page.getByText('This invitation has expired or is no longer valid.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(/\/auth$/)
})

test.describe('a link that cannot be looked at', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /Failed/], { scope: 'test' }] })

  test('[INV-05, 09, 10, 11, 24] says so, by the reason', async ({ page }) => {
    const release = await heldBack(page, '**/functions/v1/validate-invitation')
    await page.goto('/invitation?token=x')
    await expect(page.getByRole('heading', { name: 'Validating Invitation' })).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    await page.unroute('**/functions/v1/validate-invitation')
    await page.goto('/invitation?token=%00')
    await expect(
      page.getByText('Unable to validate this invitation. The link may be corrupted.'),
    ).toBeVisible()
    for (const [answer, reason] of [
      [
        { status: 400, json: { code: 'X', message: 'No.' } },
        'Unable to validate this invitation. The link may be corrupted.',
      ],
      [
        { json: { valid: false, reason: 'odd', account_name: null, inviter_name: null, expires_at: null } },
        'This invitation is not valid.',
      ],
    ] as const) {
      await page.route('**/functions/v1/validate-invitation', (route) => route.fulfill(answer))
      await page.goto('/invitation?token=x')
      await expect(page.getByText(reason)).toBeVisible()
      await page.unroute('**/functions/v1/validate-invitation')
      if ('status' in answer)
        await expectToast(
          page,
          'Validation Error',
          'Failed to validate invitation. Please check the link and try again.',
        )
    }
  })

  test('[INV-10] a lost connection says nothing against the link, which is tried again', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { path, account } = await invited(cairn.database, organisation)
    await page.route('**/functions/v1/validate-invitation', (route) => route.abort())
    await page.goto(path)
    await expect(
      page.getByText('Network error occurred. Please check your connection and try again.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No connection', level: 1 })).toBeVisible()
    await expect(page.getByText('Ask whoever invited you for a new link.')).toHaveCount(0)
    await expectAccessible(page, 'invitation without a connection')
    await page.unroute('**/functions/v1/validate-invitation')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
    await expect(page.getByText(account, { exact: true })).toBeVisible()
  })
})

test('[INV-12, 13, 14, GAP-06, DIS-13] a visitor and a guest see who invites, and come back after signing in', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, account, email } = await invited(cairn.database, organisation)
  await arrangePerson(cairn.database, { email, name: 'Nina Invited' })
  const expectOffer = async () => {
    await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
    for (const text of ['Ada Founder', account])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expect(page.getByText('Expires', { exact: true })).toBeVisible()
    await expect(accept(page)).toHaveCount(0)
  }
  await page.goto(path)
  await expectOffer()
  await expectAccessible(page, 'invitation of a visitor')
  await continueAsGuest(page)
  await page.goto(path)
  await expectOffer()
  await page.getByRole('button', { name: 'Sign Up / Log In' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(accept(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe(new URL(path, 'http://x').search)
})

test('a visitor whose organisation has single sign-on reads so, and is led there', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, id } = await invited(cairn.database, organisation)
  const domain = freshDomain()
  await cairn.database`update public.pending_invitations set email = ${`nina@${domain}`} where id = ${id}`
  await cairn.database`
    with provider as (insert into auth.sso_providers default values returning id)
    insert into auth.sso_domains (sso_provider_id, domain) select id, ${domain} from provider`
  await page.goto(path)
  await expect(page.getByText(/^Your organization signs in with single sign-on\./)).toBeVisible()
  await expectAccessible(page, 'invitation by single sign-on')
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page).toHaveURL(/\/auth\/sso$/)
  await expect(page.getByRole('heading', { name: 'Single sign-on', level: 1 })).toBeVisible()
})

test('[INV-15, 16, 18, 19, 20, 21, 22, INV-32] the invited person accepts, and is on the dashboard two seconds later', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, account, email, id, founder } = await invited(cairn.database, organisation)
  const nina = await arrangePerson(cairn.database, { email, name: 'Nina Newman' })
  await keepSignIn(page, nina)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.clock.install()
  await page.goto(path)
  for (const text of [account, 'Ada Founder', email])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page, 'invitation')
  await stopClock(page)
  const reread = page.waitForResponse('**/rest/v1/account_members?*')
  await accept(page).click()
  await expect(page.getByText('You are in. The dashboard opens in a moment.')).toBeVisible()
  await reread
  const stayedMs = await runUntil(page, async () => page.url().endsWith('/dashboard'))
  expect(stayedMs).toBeGreaterThanOrEqual(2_000)
  expect(stayedMs).toBeLessThan(3_000)
  await expectToast(page, 'Welcome to the team!', `Successfully joined ${account}`)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Manager')
  await test.step('[OPEN-21, INV-28] with level, job role and department, and the inviter is told', async () => {
    const [stored] = await cairn.database`
      select m.permission_level, m.department, p.job_role
      from public.account_members m join public.profiles p on p.id = m.user_id where m.user_id = ${nina.id}`
    expect(stored).toEqual({ permission_level: 'manager', department: 'Studio', job_role: 'Designer' })
    const told = await cairn.database`
      select kind from public.notifications where user_id = ${founder.id} and kind = 'invitation_accepted'`
    expect(told).toHaveLength(1)
    const [row] = await cairn.database`
      select accepted_at is not null as accepted from public.pending_invitations where id = ${id}`
    expect(row).toEqual({ accepted: true })
  })
})

test('[INV-22] whoever has gone elsewhere after accepting stays there', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, email } = await invited(cairn.database, organisation)
  await keepSignIn(page, await arrangePerson(cairn.database, { email, name: 'Nina Newman' }))
  // Back leads from the invitation to the list of systems, without a load of the page.
  await page.goto('/systems')
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.clock.install()
  await accept(page).click()
  await expect(page.getByText('You are in. The dashboard opens in a moment.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL('/systems')
})

test('[INV-17] whoever wants to wait goes to the dashboard', async ({ page, cairn, organisation }) => {
  const { path, founder } = await invited(cairn.database, organisation)
  await keepSignIn(page, founder)
  await page.goto(path)
  await page.getByRole('link', { name: 'Maybe Later' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('[GAP-07] somebody else reads to whom it was sent, masked, and cannot accept', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, founder } = await invited(cairn.database, organisation)
  await keepSignIn(page, founder)
  await page.goto(path)
  await expect(page.getByText('This invitation was sent to ni********')).toBeVisible()
  await expect(accept(page)).toHaveAccessibleDescription('This invitation was sent to another address.')
  await expectAccessible(page, 'invitation of somebody else')
  await page.getByRole('button', { name: 'Sign out, to sign in with the other address' }).click()
  await expect(page.getByRole('button', { name: 'Sign Up / Log In' })).toBeVisible()
})

test.describe('accepting that fails', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /Failed/], { scope: 'test' }] })

  test('[INV-25, 26, DIS-18] says why, and the invitation stays to be answered', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { path, email, id } = await invited(cairn.database, organisation)
    const domain = freshDomain()
    const nina = await arrangePerson(cairn.database, { email: `nina@${domain}`, name: 'Nina Elsewhere' })
    await cairn.database`update public.pending_invitations set email = ${nina.email} where id = ${id}`
    expect(email).not.toBe(nina.email)
    await keepSignIn(page, nina)
    await page.goto(path)
    await expect(page.getByText(/^You already belong to .+\. Leave it first/)).toBeVisible()
    await accept(page).click()
    await expect(page.getByText(/^You already belong to [^.]+\.$/)).toBeVisible()
    for (const [answer, message] of [
      [{ json: { success: false, account_name: null, error: null } }, 'Failed to accept invitation'],
      [{ status: 400, json: { code: 'X', message: '' } }, 'Failed to accept invitation. Please try again.'],
    ] as const) {
      await page.route('**/functions/v1/accept-invitation', (route) => route.fulfill(answer))
      await accept(page).click()
      await expectToast(page, 'Error', message)
      await page.unroute('**/functions/v1/accept-invitation')
    }
    await test.step('it was revoked meanwhile', async () => {
      await cairn.database`update public.pending_invitations set declined_at = now() where id = ${id}`
      await accept(page).click()
      await expectToast(page, 'Error', 'This invitation has expired or is no longer valid.')
    })
    await test.step('[INV-26] the browser fails', async () => {
      await page.evaluate(`
        globalThis.read = Storage.prototype.getItem
        Storage.prototype.getItem = () => { throw new Error('The storage cannot be read.') }`)
      await accept(page).click()
      await expectToast(page, 'Error', 'An unexpected error occurred. Please try again.')
      await page.evaluate('Storage.prototype.getItem = read')
    })
    await test.step('[INV-23] the session is gone', async () => {
      await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
      await accept(page).click()
      await expectToast(page, 'Authentication Error', 'You must be logged in to accept an invitation.')
    })
  })
})
