import { expectWholeEverywhere } from './support/layout.ts'
import { keepSignInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('a visitor reads the reference and copies an example with the address of this installation', async ({
  page,
  context,
  cairn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/api')
  await expect(page.getByRole('heading', { level: 1, name: 'Cairn API' })).toBeVisible()
  await expect(page).toHaveTitle('API · Cairn')

  const title = 'The first systems by name'
  await page.getByRole('button', { name: `Python: ${title}` }).click()
  await page.getByRole('button', { name: `Copy: ${title}` }).click()
  await expect(page.getByText('Copied').first()).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`"${cairn.server.url}/rest/v1/systems?select=id,name&order=name&limit=10"`)
  expect(copied).toContain('import urllib.request')

  // The language that was chosen holds for every example of the page.
  await expect(page.getByRole('button', { name: 'Python: Register one' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('the index leads to a resource, whose address can be sent to somebody', async ({ page }) => {
  await page.goto('/docs/api')
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Automations' }).click()
  await expect(page).toHaveURL(/\/docs\/api#automations$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Automations' })).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Automations' })).toBeInViewport()
})

test('a member sees the own fields of the account', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await cairn.database`
    insert into public.own_fields (account_id, kind, key, name, type, place)
    values (${accountId}, 'system', 'region', 'Region', 'text', 1)`
  await page.goto('/docs/api')
  await expect(page.getByRole('heading', { name: 'Own fields of your account' })).toBeVisible()
  await expect(page.getByText('region', { exact: true })).toBeVisible()
})

test('nothing of the reference is cut off, covered or outside, at any width', async ({ page }) => {
  test.slow()
  await page.goto('/docs/api')
  await expect(page.getByRole('heading', { level: 1, name: 'Cairn API' })).toBeVisible()
  await expectWholeEverywhere(page, 'the reference')
})
