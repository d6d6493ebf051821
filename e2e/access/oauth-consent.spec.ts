import { expectAccessible } from '../support/accessibility.ts'
import { openOAuthApp } from '../support/oauth-app.ts'
import { arrangeSystem } from '../support/systems.ts'
import { expect, PASSWORD, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('a person refuses an app, then connects it; it works within its permissions, and one click ends it', async ({
  page,
  cairn,
  organisation,
}) => {
  const ada = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await arrangeSystem(cairn.database, { accountId, name: 'Ledger' })
  const app = await openOAuthApp(cairn, { name: 'Report Builder', scope: 'openid systems:read' })

  await test.step('a visitor signs in first, and comes back to the question', async () => {
    await page.goto(app.address)
    await expect(page).toHaveURL('/auth')
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Connect Report Builder?', level: 1 })).toBeVisible()
  })

  await test.step('the app is notified of a refusal, and nothing is connected', async () => {
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByRole('heading', { name: 'Back at Report Builder' })).toBeVisible()
    expect(app.answer()?.get('error')).toBe('access_denied')
    const consents = await cairn.database`select from auth.oauth_consents where user_id = ${ada.id}`
    expect(consents).toHaveLength(0)
    await page.goto(app.address)
  })

  await test.step('the question says in plain words who gets which permissions', async () => {
    const list = page.getByRole('list', { name: 'It will be able to:' })
    await expect(list.getByRole('listitem')).toHaveText(['Recognize you when you sign in', 'See systems'])
    await expect(page.getByText('This app chose its name itself')).toBeVisible()
    await expect(page.getByText('a program on this computer')).toBeVisible()
    await expect(page.getByText(ada.email, { exact: true })).toBeVisible()
    await expectAccessible(page, 'consent')
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
