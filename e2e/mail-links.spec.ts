import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './support/accessibility.ts'
import { keptSession, refusal } from './support/browser.ts'
import { linkTo } from './support/mail.ts'
import { type Cairn, expect, freshDomain, keepSignIn, PASSWORD, signIn, test } from './support/test.ts'

const STRANGERS_PASSWORD = 'Strangers-Password-1'
const NEW_PASSWORD = 'Mountains-77!'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** Chromium's messages about the press that the server refuses. */
test.use({ expectedComplaints: [refusal(400, 401, 403)] })

async function askAuth(request: APIRequestContext, method: string, path: string, options: object = {}) {
  const { key } = z.object({ key: z.string() }).parse(await (await request.get('/config.json')).json())
  const { headers, ...rest }: { headers?: Record<string, string> } = options
  return request.fetch(`/auth/v1${path}`, { method, headers: { apikey: key, ...headers }, ...rest })
}

function passwordOpens(request: APIRequestContext, email: string, password: string): Promise<boolean> {
  const path = '/token?grant_type=password'
  return askAuth(request, 'POST', path, { data: { email, password } }).then((answer) => answer.ok())
}

const withUser = z.object({ user: z.object({ email: z.string() }) })

/** Returns the address of the user whose session this browser keeps. */
async function signedInAs(page: Page): Promise<string> {
  return withUser.parse(await keptSession(page)).user.email
}

/** Returns the link of a sign-up that was made in no browser of this test. */
async function linkOfSignUp(page: Page, cairn: Cairn, password: string) {
  const email = `ada@${freshDomain()}`
  const data = { email, password, data: { name: 'Ada Example' } }
  expect((await askAuth(page.request, 'POST', '/signup', { data })).ok()).toBe(true)
  return { email, link: await linkTo(cairn, email) }
}

test('[GAP-37] a sign-up is confirmed on another device with its password', async ({ page, cairn }) => {
  const { email, link } = await linkOfSignUp(page, cairn, PASSWORD)
  await page.goto(link)
  await expect(heading(page, 'Confirm your email address')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await confirm.click()
  await expect(password).toHaveAccessibleDescription(/Please enter a password/)
  await password.fill('Not-this-one-1')
  await confirm.click()
  await expect(page.getByText('This is not the password you signed up with.')).toBeVisible()
  await password.fill(PASSWORD)
  await confirm.click()
  await expect(heading(page, /^Set up /)).toBeVisible()
  expect(await passwordOpens(page.request, email, PASSWORD)).toBe(true)
})

test('[GAP-37] a user who did not choose the password sets another one, and the stranger stays out', async ({
  page,
  cairn,
}) => {
  const { email, link } = await linkOfSignUp(page, cairn, STRANGERS_PASSWORD)
  await page.goto(link)
  await page.getByRole('button', { name: 'Set a new password instead' }).click()
  const password = page.getByLabel('New Password', { exact: true })
  await password.fill('Short-1!')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(password).toHaveAccessibleDescription('Password must be at least 12 characters')
  await password.fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(heading(page, /^Set up /)).toBeVisible()
  expect(await passwordOpens(page.request, email, STRANGERS_PASSWORD)).toBe(false)
  expect(await passwordOpens(page.request, email, NEW_PASSWORD)).toBe(true)
})

test.describe('without a connection', () => {
  test.use({ expectedComplaints: [[/net::ERR_/, /Failed to fetch/], { scope: 'test' }] })

  test('[GAP-37] a link is not called invalid, neither when it is opened nor when it is redeemed', async ({
    page,
    cairn,
    organisation,
  }) => {
    const AUTH = '**/auth/v1/verify**'
    const ada = await organisation.member('Ada Example')
    await askAuth(page.request, 'POST', '/otp', { data: { email: ada.email, create_user: false } })
    const path = await linkTo(cairn, ada.email)
    await page.route('**/auth/v1/**', (route) => route.abort())
    await page.goto(path)
    await expect(heading(page, 'No connection')).toBeVisible()
    await expectAccessible(page, 'a link without a connection')
    await page.unroute('**/auth/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    const signInButton = page.getByRole('button', { name: 'Sign In' })
    await expect(signInButton).toBeVisible()
    await page.route(AUTH, (route) => route.abort())
    await signInButton.click()
    await expect(page.getByRole('alert')).toHaveText(
      'The server cannot be reached. Please check your connection and try again.',
    )
    await page.unroute(AUTH)
    await signInButton.click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })
})

test.describe('a link for another person', () => {
  test('names both, and replaces nobody without a question', async ({ page, cairn, organisation }) => {
    const ada = await organisation.member('Ada Example')
    const ben = await organisation.member('Ben Example')
    await signIn(page, ada)
    await askAuth(page.request, 'POST', '/otp', { data: { email: ben.email, create_user: false } })
    const link = await linkTo(cairn, ben.email)

    await page.goto(link)
    await expect(heading(page, 'This link is for another account')).toBeVisible()
    await expect(
      page.getByText(`You are signed in as ${ada.email}. The link signs in ${ben.email}.`),
    ).toBeVisible()
    await page.getByRole('link', { name: `Stay signed in as ${ada.email}` }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(await signedInAs(page)).toBe(ada.email)

    await page.goto(link)
    await page.getByRole('button', { name: `Continue as ${ben.email}` }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect.poll(() => signedInAs(page)).toBe(ben.email)
  })

  test('continues at once where it is one’s own', async ({ page, cairn, organisation }) => {
    const ada = await organisation.member('Ada Example')
    await signIn(page, ada)
    await askAuth(page.request, 'POST', '/otp', { data: { email: ada.email, create_user: false } })
    await page.goto(await linkTo(cairn, ada.email))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })
})

test('[GAP-37] a change of address is confirmed in a session of its account', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  const ada = await organisation.member('Ada Example')
  const wanted = `ada.new@${organisation.domain}`
  await signIn(page, ada)
  const token = (await keptSession(page))?.access_token
  const change = { data: { email: wanted }, headers: { authorization: `Bearer ${token}` } }
  expect((await askAuth(page.request, 'PUT', '/user', change)).ok()).toBe(true)
  const [oldLink, newLink] = [await linkTo(cairn, ada.email), await linkTo(cairn, wanted)]

  await test.step('the first mailbox, where the account is signed in', async () => {
    await page.goto(oldLink)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(heading(page, 'One more email to open')).toBeVisible()
  })

  const elsewhere = await browser.newContext({ baseURL: cairn.server.url })
  const other = await elsewhere.newPage()
  await test.step('the second one elsewhere asks to sign in, and names the account', async () => {
    await other.goto(newLink)
    await expect(heading(other, 'Sign in to confirm')).toBeVisible()
    await expect(
      other.getByText(`Someone wants to change the address of the account ${ada.email} to ${wanted}.`),
    ).toBeVisible()
    await other.getByRole('link', { name: 'Sign In' }).click()
    await expect(other.getByLabel('Email', { exact: true })).toHaveValue(ada.email)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await other.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(heading(other, 'Dashboard')).toBeVisible()
    await expect.poll(() => signedInAs(other)).toBe(wanted)
  })
  await elsewhere.close()
})

test('[GAP-37] a change of address does not affect another user who is signed in', async ({
  page,
  cairn,
  organisation,
}) => {
  const [ada, ben] = [await organisation.member('Ada Example'), await organisation.member('Ben Example')]
  const wanted = `ada.new@${organisation.domain}`
  const signedIn = await askAuth(page.request, 'POST', '/token?grant_type=password', {
    data: { email: ada.email, password: PASSWORD },
  })
  const { access_token } = z.object({ access_token: z.string() }).parse(await signedIn.json())
  const headers = { authorization: `Bearer ${access_token}` }
  await askAuth(page.request, 'PUT', '/user', { data: { email: wanted }, headers })
  await keepSignIn(page, ben)
  await page.goto(await linkTo(cairn, wanted))
  await expect(heading(page, 'Sign in to confirm')).toBeVisible()
  await expect(page.getByText(`You are signed in as ${ben.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})
