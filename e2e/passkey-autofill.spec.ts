import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type Device, plugIn } from './support/authenticator.ts'
import { refusal } from './support/browser.ts'
import { logOut } from './support/log-out.ts'
import { type Cairn, expect, keepSignIn, PASSWORD, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const address = (page: Page) => page.getByLabel('Email', { exact: true })

const requests = z.array(z.object({ mediation: z.string(), aborted: z.boolean() }))

/** Records the page's requests to its browser: by a dialog, or where it fills in addresses, and until when. */
async function listen(page: Page): Promise<() => Promise<z.output<typeof requests>>> {
  await page.addInitScript(`
    const heard = []
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => { heard.push(options); return get(options) }
    globalThis.askedFor = () => heard.map(({ mediation = 'dialog', signal }) => ({ mediation, aborted: signal?.aborted ?? false }))
  `)
  return async () => requests.parse(await page.evaluate('globalThis.askedFor()'))
}

/** Comes to the page as a user does. */
async function arrive(page: Page): Promise<void> {
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
}

const waiting = { mediation: 'conditional', aborted: false }
const ended = { mediation: 'conditional', aborted: true }
const dialog = { mediation: 'dialog', aborted: false }

/** Signs in, adds a passkey and leaves. From then on its owner does not respond. */
async function addPasskey(page: Page, device: Device, person: { email: string }): Promise<void> {
  await keepSignIn(page, person)
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'Passkey added')
  await device.agree(false)
  await logOut(page)
  await arrive(page)
}

// A wrong password is refused, and so is an unknown passkey.
test.use({ expectedComplaints: [refusal(400)] })

test('a passkey chosen where the browser fills in addresses signs in', async ({ page, organisation }) => {
  const askedFor = await listen(page)
  const device = await plugIn(page)
  await addPasskey(page, device, await organisation.member('Ada Example'))
  await expect(address(page)).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(askedFor).toEqual([waiting])
  await device.agree(true)
  await page.reload()
  await arrive(page)
  await expect(dashboard(page)).toBeVisible()
})

test('the offer of passkeys does not disturb typing, and ends with the form, the button and the page', async ({
  page,
  organisation,
}) => {
  test.slow()
  const person = await organisation.member('Ada Example')
  const askedFor = await listen(page)
  const device = await plugIn(page)
  await addPasskey(page, device, person)
  await expect.poll(askedFor).toEqual([waiting])

  await test.step('typing', async () => {
    await address(page).pressSequentially(person.email)
    await expect(address(page)).toBeFocused()
    await expect(address(page)).toHaveValue(person.email)
    expect(await askedFor()).toEqual([waiting])
  })

  await test.step('the form ends it, and is followed by another after a wrong password', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.type('Not the password 1')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Error signing in')
    await expect.poll(askedFor).toEqual([ended, waiting])
  })

  await test.step('so does leaving the page', async () => {
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeHidden()
    await expect.poll(askedFor).toEqual([ended, ended])
    await page.goBack()
    await arrive(page)
    await expect.poll(askedFor).toEqual([ended, ended, waiting])
  })

  await test.step('and the button, whose dialog signs in', async () => {
    await device.agree(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(dashboard(page)).toBeVisible()
    expect((await askedFor()).slice(0, 4)).toEqual([ended, ended, ended, dialog])
  })
})

test('a passkey that opens no account says so, and another one may be chosen', async ({
  page,
  cairn,
  organisation,
}) => {
  const askedFor = await listen(page)
  const device = await plugIn(page)
  const person = await organisation.member('Ada Example')
  await addPasskey(page, device, person)
  await expect.poll(askedFor).toEqual([waiting])
  await forgetPasskeys(cairn, person)
  await page.route('**/auth/v1/passkeys/authentication/verify', async (route) => {
    await device.agree(false)
    await route.continue()
  })
  await device.agree(true)
  await page.reload()
  await arrive(page)
  await expectToast(
    page,
    'Error signing in',
    'This passkey does not belong to an account here. Choose another one, or sign in with your password.',
  )
  await expect.poll(askedFor).toEqual([waiting, waiting])
})

async function forgetPasskeys({ database }: Cairn, { id }: { id: string }): Promise<void> {
  await database`delete from auth.webauthn_credentials where user_id = ${id}`
}

test.describe('without a server to ask', () => {
  test.use({ expectedComplaints: [/net::ERR_FAILED/] })

  test('nothing is offered and nothing shown, and the password signs in', async ({ page, organisation }) => {
    const askedFor = await listen(page)
    await plugIn(page)
    const options = '**/auth/v1/passkeys/authentication/options'
    await page.route(options, (route) => route.abort())
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/passkeys/'))
    const person = await organisation.member('Ada Example')
    await page.goto('/auth')
    await arrive(page)
    await refused
    await address(page).fill(person.email)
    await expect(toast(page)).toHaveCount(0)
    expect(await askedFor()).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dashboard(page)).toBeVisible()
  })
})
