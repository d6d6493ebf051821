import type { APIRequestContext, Page } from '@playwright/test'
import { z } from 'zod'
import { keptSession, refusal } from '../support/browser.ts'
import { linkTo } from '../support/mail.ts'
import { type Cairn, expect, freshDomain, OUTSIDE, PASSWORD, signIn, test } from '../support/test.ts'

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

test('[GAP-37] a sign-up is confirmed on another device with its password, or with a new one that keeps a stranger out', async ({
  page,
  cairn,
}) => {
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await test.step('with its password', async () => {
    const { email, link } = await linkOfSignUp(page, cairn, PASSWORD)
    await page.goto(link)
    await expect(heading(page, 'Confirm your email address')).toBeVisible()
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('Not-this-one-1')
    await confirm.click()
    await expect(page.getByText('This is not the password you signed up with.')).toBeVisible()
    await password.fill(PASSWORD)
    await confirm.click()
    await expect(heading(page, /^Set up /)).toBeVisible()
    expect(await passwordOpens(page.request, email, PASSWORD)).toBe(true)
  })
  await test.step('with a new one, by a user who did not choose the first', async () => {
    await page.goto(OUTSIDE)
    await page.evaluate('localStorage.clear()')
    const { email, link } = await linkOfSignUp(page, cairn, STRANGERS_PASSWORD)
    await page.goto(link)
    await page.getByRole('button', { name: 'Set a new password instead' }).click()
    await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
    await confirm.click()
    await expect(heading(page, /^Set up /)).toBeVisible()
    expect(await passwordOpens(page.request, email, STRANGERS_PASSWORD)).toBe(false)
    expect(await passwordOpens(page.request, email, NEW_PASSWORD)).toBe(true)
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
