import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { plugIn } from '../support/authenticator.ts'
import { refusal } from '../support/browser.ts'
import { logOut } from '../support/log-out.ts'
import { linkTo } from '../support/mail.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { expect, freshDomain, keepSignIn, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

// An old sign-in is refused before the password is asked for.
test.use({ expectedComplaints: [refusal(400)] })

test('a passkey is added in the settings, signs in without a password, and is renamed and removed', async ({
  page,
  cairn,
  organisation,
}) => {
  test.slow()
  const person = await organisation.member('Ada Example')
  const device = await plugIn(page)
  await keepSignIn(page, person)

  await test.step('adding it asks the browser alone after a recent sign-in', async () => {
    await page.goto('/settings/security')
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await expectAccessible(page, 'adding a passkey')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectToast(page, 'Passkey added')
    await expect(passkeys(page)).toHaveText(/Laptop.*Not used yet/)
  })

  await test.step('adding another one long after the sign-in asks for the password first', async () => {
    await cairn.database`
      update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'
      where session_id in (select id from auth.sessions where user_id = ${person.id})`
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('')
    await name.pressSequentially('Desk')
    await expect(name).toHaveValue('Desk')
    await expect(name).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    // The same device keeps no second passkey of an account.
    await expectToast(page, 'Error adding passkey')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('it signs in, with nothing typed', async () => {
    // Otherwise the browser would take the passkey that it offers in the field of the address.
    await device.agree(false)
    await logOut(page)
    await device.agree(true)
    await withPasskey(page).click()
    await expect(dashboard(page)).toBeVisible()
    await page.goto('/settings/security')
    await expect(passkeys(page)).toHaveText(/Laptop.*Last used/)
  })

  await test.step('it signs in where the browser fills in addresses, too', async () => {
    await device.agree(false)
    await logOut(page)
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    )
    await device.agree(true)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await page.mouse.move(100, 100)
    await page.mouse.move(120, 120)
    await expect(dashboard(page)).toBeVisible()
  })

  await test.step('added with the second factor, it takes the place of the code', async () => {
    await device.agree(false)
    await logOut(page)
    await cairn.database`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret_sealed)
      values (${person.id}, 'Phone', 'totp', 'verified', '\\x00')`
    await cairn.database`update auth.webauthn_credentials set aal = 'aal2' where user_id = ${person.id}`
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await device.agree(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(dashboard(page)).toBeVisible()
    await cairn.database`delete from auth.mfa_factors where user_id = ${person.id}`
    await page.goto('/settings/security')
  })

  await test.step('it is renamed, and removed', async () => {
    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(passkeys(page)).toHaveText(/Old laptop/)
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Passkey removed')
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
  })
})

test('a new user is offered a passkey once, on a device that can keep one', async ({ page, cairn }) => {
  await plugIn(page)
  const email = `grace@${freshDomain()}`
  await page.goto('/auth?tab=sign-up')
  await fillSignUp(page, { email, name: ['Grace', 'Example'] })
  await expect(page.getByLabel('Account Name')).toHaveValue(/./)
  await page.getByRole('button', { name: 'Create Account', exact: true }).click()
  // A page that is left before the answer loses the proof of the password.
  await expectToast(page, 'Account created')
  await page.goto(await linkTo(cairn, email))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in without a password?' })).toBeVisible()
  await expectAccessible(page, 'offer of a passkey')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('heading', { name: /^Set up / })).toBeVisible()
  await page.goto('/settings/security')
  await expect(passkeys(page)).toHaveCount(1)
})
