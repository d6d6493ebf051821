import type { Page } from '@playwright/test'
import { accept, invited } from '../support/invitations.ts'
import { linkTo } from '../support/mail.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { expect, freshDomain, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** Signs up on the way from an invitation. */
async function signUpFrom(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Sign Up / Log In' }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillSignUp(page, { email, name: ['Nina', 'Newman'] })
  await expect(page.getByLabel('Account Name')).toBeVisible()
  await page.getByRole('button', { name: 'Create Account', exact: true }).click()
  await expectToast(page, 'Account created')
}

/** Redeems the link of the mail, which asks a browser that did not sign up for the password. */
async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(link)
  const action = page.getByRole('button', { name: 'Confirm email address' })
  await expect(action).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  if (await password.isVisible()) await password.fill(PASSWORD)
  await action.click()
}

test('a sign-up from an invitation returns to it by the link of the mail, and another address gives no access', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const { path, id, account } = await invited(cairn.database, organisation)

  await test.step('another address, on another device, where the password is required', async () => {
    const stranger = `somebody@${freshDomain()}`
    await signUpFrom(page, path, stranger)
    const device = await browser.newPage()
    await device.goto(await linkTo(cairn, stranger))
    await expect(device.getByLabel('Password', { exact: true })).toBeVisible()
    await device.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await device.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(device).toHaveURL(path)
    await expect(accept(device)).toHaveAccessibleDescription('This invitation was sent to another address.')
    const [row] = await cairn.database`select accepted_at from public.pending_invitations where id = ${id}`
    expect(row).toEqual({ accepted_at: null })
    await device.close()
  })

  await test.step('the invited address, by a mail that is sent again too', async () => {
    const email = `nina@${freshDomain()}`
    await cairn.database`update public.pending_invitations set email = ${email} where id = ${id}`
    await signUpFrom(page, path, email)
    await page.route('**/auth/v1/resend**', (route) => route.fulfill({ json: {} }))
    const again = page.waitForRequest('**/auth/v1/resend**')
    await page.getByRole('button', { name: 'Send the email again' }).click()
    const asked = new URL((await again).url()).searchParams.get('redirect_to')
    expect(asked).toBe(new URL(path, page.url()).href)
    await confirm(page, await linkTo(cairn, email))
    await expect(page).toHaveURL(path)
    await expect(page.getByText(account, { exact: true })).toBeVisible()
    await accept(page).click()
    await expect(page.getByText('You are in. The dashboard opens in a moment.')).toBeVisible()
  })
})
