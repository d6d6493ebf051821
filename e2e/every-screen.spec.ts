import { expectAccessible } from './support/accessibility.ts'
import { enterExample } from './support/example-works.ts'
import { expectWholeEverywhere } from './support/layout.ts'
import { DOOR_SCREENS, fileNameOf, OTHER_SCREENS, RECORD_SCREENS, visit, walks } from './support/screens.ts'
import { openSystems, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, freshDomain, test } from './support/test.ts'
import { expectTree } from './support/trees.ts'

/** The screens on which a guest sees something else than a member. The rest is the same to the word. */
const GUEST_SCREENS = [
  '/solutions',
  '/agents',
  '/automations',
  '/team',
  '/team/1',
  '/profile',
  '/notifications',
  '/search',
  '/systems/nowhere',
]

// Every screen is visited once, and checked there in all respects: the tree of a screen reader (e2e/trees has the
// reviewed ones, and `npm run trees` writes them again), the findings of axe, and whether it is whole in every window.
// widths.spec.ts does the last check for screens with names of records, with names of the maximum length.

test.describe('names, order and structure, no barrier, nothing cut off', () => {
  test.slow()

  for (const paths of walks(DOOR_SCREENS, 4))
    test(`before somebody signs in: ${paths.join(', ')}`, async ({ page }) => {
      for (const path of paths) {
        await visit(page, path)
        await expectTree(page.locator('body'), fileNameOf(path))
        await expectAccessible(page, path)
        await expectWholeEverywhere(page, path)
      }
    })

  test('before somebody signs in: what the forms answer', async ({ page }) => {
    await visit(page, '/auth')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expectTree(page.locator('body'), 'auth-complaints')
    await expectAccessible(page, 'login with complaints')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('Password', { exact: true }).fill('weak')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expectAccessible(page, 'sign-up with a weak password')
    await page.goto('/auth/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(`nobody@${freshDomain()}`)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByLabel('Code from the email')).toBeFocused()
    await expectAccessible(page, 'code from a mail')
    await page.route('**/auth/v1/verify/peek', (route) =>
      route.fulfill({
        json: { user: { id: 'x', email: 'ada@new-example.example' }, new_email: null, needed: 'password' },
      }),
    )
    await page.goto('/auth/confirm?token_hash=example&type=signup')
    await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
    await expectAccessible(page, 'confirmation')
  })

  test(`of a member: ${RECORD_SCREENS.join(', ')}`, async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    for (const path of RECORD_SCREENS) {
      await visit(page, path)
      await expectTree(page.getByRole('main'), fileNameOf(path))
      await expectAccessible(page, path)
    }
  })

  // It lists every sign-in, so that it has a separate test and account.
  const calmScreens = OTHER_SCREENS.filter((path) => path !== '/settings?tab=security')
  for (const paths of walks(calmScreens, 3))
    test(`of a member: ${paths.join(', ')}`, async ({ page, cairn }) => {
      await enterExample(page, cairn.database)
      for (const path of paths) {
        await visit(page, path)
        await expectTree(page.getByRole('main'), fileNameOf(path))
        await expectAccessible(page, path)
        await expectWholeEverywhere(page, path)
      }
    })

  test('of a member: /settings?tab=security', async ({ page, cairn }) => {
    await enterExample(page, cairn.database, freshDomain())
    await visit(page, '/settings?tab=security')
    await expect(page.getByRole('list', { name: 'Newest events' })).toContainText('Signed in')
    await expect(page.getByRole('list', { name: 'Active sessions' })).toContainText('This device')
    await expectTree(page.getByRole('main'), 'settings-tab-security')
    await expectAccessible(page, 'settings-tab-security')
    await expectWholeEverywhere(page, 'settings-tab-security')
    await visit(page, '/settings?tab=security&view=log')
    await expect(page.getByRole('region', { name: 'Audit log entries' })).toContainText('Signed in')
    await expectTree(page.getByRole('main'), 'settings-tab-security-view-log')
    await expectAccessible(page, 'settings-tab-security-view-log')
    await expectWholeEverywhere(page, 'settings-tab-security-view-log')
  })

  test('of a member: a person of the team', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/team')
    await page.getByRole('button', { name: 'Ben Sample' }).click()
    await expect(page.getByRole('heading', { name: 'Ben Sample', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Billing' }).first()).toBeVisible()
    await expectTree(page.getByRole('main'), 'team-member')
  })

  test('of a viewer whose account is empty', async ({ page, organisation }) => {
    await signInAs(page, organisation, 'viewer')
    await expect(page.getByText('No recent activity')).toBeVisible()
    await expectAccessible(page, 'empty dashboard')
    await openSystems(page)
    await page.getByRole('button', { name: 'Create First System' }).focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectAccessible(page, 'no systems, with a reason')
  })

  for (const paths of walks(GUEST_SCREENS, 5))
    test(`of a guest: ${paths.join(', ')}`, async ({ page }) => {
      await continueAsGuest(page)
      for (const path of paths) {
        await visit(page, path)
        await expectAccessible(page, path)
      }
    })
})
