import { arrangePerson } from '@cairn/testing/people'
import { expectAccessible } from './support/accessibility.ts'
import { SESSION_KEY, whenIdle } from './support/browser.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { accept, invited } from './support/invitations.ts'
import { REFUSED_REQUEST } from './support/systems.ts'
import { expect, freshDomain, keepSignIn, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

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
  await test.step('[OPEN-21, INV-28] with level, job role and department, and the inviter is notified', async () => {
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

test('[INV-22] a user who has moved on after accepting stays there', async ({
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

test.describe('accepting that fails', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST, /Failed/], { scope: 'test' }] })

  test('[INV-25, 26, DIS-18] says why, and the invitation can still be answered', async ({
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
      [{ status: 500, body: '' }, 'Failed to accept invitation. Please try again.'],
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
    await test.step('[INV-23] the session is gone from the browser', async () => {
      await page.evaluate(`localStorage.removeItem('${SESSION_KEY}')`)
      await accept(page).click()
      await expectToast(page, 'Authentication Error', 'You must be logged in to accept an invitation.')
    })
  })

  test('[INV-23] a user whose session has ended meanwhile signs in again, and comes back', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { path, email } = await invited(cairn.database, organisation)
    const nina = await arrangePerson(cairn.database, { email, name: 'Nina Newman' })
    await keepSignIn(page, nina)
    await page.goto(path)
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    // The page's own requests would learn of it first, and sign out before the press.
    await whenIdle(page)
    await cairn.database`delete from auth.sessions where user_id = ${nina.id}`
    await accept(page).click()
    await expectToast(page, 'Authentication Error', 'You must be logged in to accept an invitation.')
    await page.getByRole('button', { name: 'Sign Up / Log In' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(accept(page)).toBeVisible()
  })
})
