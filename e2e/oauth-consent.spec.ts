import { expectAccessible } from './support/accessibility.ts'
import { stopClock } from './support/clock.ts'
import { openOAuthApp } from './support/oauth-app.ts'
import { arrangeSystem } from './support/systems.ts'
import { expect, keepSignIn, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('a person connects an app, it works within its permissions, and one click ends it', async ({
  page,
  cairn,
  organisation,
}) => {
  const ada = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await arrangeSystem(cairn.database, { accountId, name: 'Ledger' })
  const app = await openOAuthApp(cairn, { name: 'Report Builder', scope: 'openid systems:read' })
  await page.clock.install()

  await test.step('a visitor signs in first, and comes back to the question', async () => {
    await page.goto(app.address)
    await expect(page).toHaveURL('/auth')
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Connect Report Builder?', level: 1 })).toBeVisible()
  })

  await test.step('which says in plain words who gets which permissions', async () => {
    const list = page.getByRole('list', { name: 'It will be able to:' })
    await expect(list.getByRole('listitem')).toHaveText(['Recognize you when you sign in', 'See systems'])
    await expect(page.getByText('Nobody has checked this app')).toBeVisible()
    await expect(page.getByText('a program on this computer')).toBeVisible()
    await expect(page.getByText(ada.email, { exact: true })).toBeVisible()
    await expectAccessible(page, 'consent')
  })

  await test.step('a press that was meant for a window above is no answer', async () => {
    const allow = page.getByRole('button', { name: 'Allow' })
    await expect(allow).toBeEnabled()
    await stopClock(page)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await expect(allow).toBeDisabled()
    await allow.dispatchEvent('click')
    await page.clock.runFor(600)
    await expect(allow).toBeEnabled()
    await page.clock.resume()
  })

  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Back at Report Builder' })).toBeVisible()
  const given = await app.exchange()

  await test.step('the token reads systems, and nothing else', async () => {
    const systems: unknown = await (await app.read('/systems?select=name', given.access_token)).json()
    expect(systems).toEqual([{ name: 'Ledger' }])
    const agents = await app.read('/agents?select=name', given.access_token)
    expect(agents.status).toBe(403)
  })

  await test.step('a single click in the profile ends it at once', async () => {
    await page.goto('/profile')
    const apps = page.getByRole('list', { name: 'Connected Apps' })
    await expect(apps.getByRole('listitem')).toContainText('Report Builder')
    await expect(apps.getByRole('listitem')).toContainText('See systems')
    await page.getByRole('button', { name: 'End access of Report Builder' }).click()
    await expectToast(page, 'Access ended', 'Report Builder can do nothing for you any more.')
    await expect(page.getByText('You have connected no apps.')).toBeVisible()
    expect((await app.read('/systems?select=name', given.access_token)).status).toBe(401)
    expect((await app.refresh(given.refresh_token)).status).toBe(400)
  })
  await app.close()
})

test('a person refuses, and the app is notified; nothing is connected', async ({
  page,
  cairn,
  organisation,
}) => {
  const ada = await organisation.member('Ada Founder')
  const app = await openOAuthApp(cairn, { name: 'Curious App', scope: 'people:read' })
  await keepSignIn(page, ada)
  await page.goto(app.address)
  await expect(page.getByText('See the people of your organization')).toBeVisible()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('heading', { name: 'Back at Curious App' })).toBeVisible()
  expect(app.answer()?.get('error')).toBe('access_denied')
  const consents = await cairn.database`select from auth.oauth_consents where user_id = ${ada.id}`
  expect(consents).toHaveLength(0)
  await app.close()
})

test.describe('a request that has ended', () => {
  test.use({ expectedComplaints: [/the server responded with a status of 40[04]/] })

  test('says so, and gives no access', async ({ page, cairn, organisation }) => {
    const [ada, ben] = [
      await organisation.member('Ada Founder'),
      await organisation.member('Ben Other', 'user'),
    ]
    const app = await openOAuthApp(cairn, { name: 'Report Builder', scope: 'systems:read' })
    await keepSignIn(page, ada)
    await page.goto(app.address)
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
    const asked = page.url()
    await test.step('for another user, though they have its address', async () => {
      await keepSignIn(page, ben)
      await page.goto(asked)
      await expect(page.getByRole('heading', { name: 'App not connected' })).toBeVisible()
    })
    await test.step('when the request of an unverified app is wrong', async () => {
      const wrong = new URL(await app.request())
      wrong.searchParams.set('scope', 'everything')
      await page.goto(wrong.href)
      await expect(page.getByText('The app asks for a permission that it cannot get here.')).toBeVisible()
      wrong.searchParams.set('prompt', 'none')
      wrong.searchParams.set('scope', 'systems:read')
      await page.goto(wrong.href)
      await expect(page.getByText('The app wanted an answer without asking you.')).toBeVisible()
      expect(app.answer()).toBeNull()
    })
    await test.step('when the app is not known', async () => {
      await page.goto('/auth/v1/oauth/authorize?client_id=nobody')
      await expect(page.getByText('The app that sent you here is not known. Ask its maker.')).toBeVisible()
    })
    await app.close()
  })
})
