import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { whenIdle } from '../support/browser.ts'
import { accept, invited } from '../support/invitations.ts'
import { REFUSED_REQUEST } from '../support/systems.ts'
import { expect, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

// An ended session is refused.
test.use({ expectedComplaints: [[REFUSED_REQUEST, /Failed/], { scope: 'test' }] })

/** Signs in by the button of the invitation. */
async function signInFromInvitation(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up / Log In' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(accept(page)).toBeVisible()
}

test('[INV-12, 13, 14, 15, 23] a visitor comes back to the invitation after signing in, accepts, and is a member', async ({
  page,
  cairn,
  organisation,
}) => {
  const { path, account, email, id, founder } = await invited(cairn.database, organisation)
  const nina = await arrangePerson(cairn.database, { email, name: 'Nina Newman' })
  await test.step('[INV-03] a token that is damaged, or was never one, opens nothing', async () => {
    for (const address of [`${path}x`, '/invitation?token=%F0%9F%92%A9']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
    }
  })
  await page.goto(path)
  for (const text of ['Ada Founder', account])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(accept(page)).toHaveCount(0)
  await signInFromInvitation(page, email)
  expect(new URL(page.url()).search).toBe(new URL(path, 'http://x').search)
  await test.step('after the end of the session too', async () => {
    // The page's own requests would learn of it first, and sign out before the press.
    await whenIdle(page)
    await cairn.database`delete from auth.sessions where user_id = ${nina.id}`
    await accept(page).click()
    await expectToast(page, 'Authentication Error', 'You must be logged in to accept an invitation.')
    await signInFromInvitation(page, email)
  })
  await accept(page).click()
  await expectToast(page, 'Welcome to the team!', `Successfully joined ${account}`)
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
