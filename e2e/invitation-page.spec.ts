import { arrangePerson } from '@cairn/testing/people'
import { expectAccessible } from './support/accessibility.ts'
import { accept, invited } from './support/invitations.ts'
import { continueAsGuest, expect, freshDomain, PASSWORD, test } from './support/test.ts'

test('[INV-01, 02, 03, 04, 06, 07, 08] a link without a token, and one that has ended, lead to the sign-in page', async ({
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

test('[INV-12, 13, 14, GAP-06, DIS-13] a visitor and a guest see the inviter, and come back after signing in', async ({
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

test('a visitor whose organization has single sign-on reads so, and is led there', async ({
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
  await expect(page.getByText(/^Your organization uses single sign-on\./)).toBeVisible()
  await expectAccessible(page, 'invitation by single sign-on')
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page).toHaveURL(/\/auth\/sso$/)
  await expect(page.getByRole('heading', { name: 'Single sign-on', level: 1 })).toBeVisible()
})
