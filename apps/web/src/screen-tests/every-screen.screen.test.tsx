import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { examplesWorkspace } from './support/examples.ts'
import { expectTree } from './support/expect-tree.ts'
import { focus } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { DOOR_SCREENS, fileNameOf, OTHER_SCREENS, RECORD_SCREENS, visit } from './support/screens.ts'
import { NOW } from './support/times.ts'
import { expectWholeEverywhere } from './support/whole.ts'
import { membersWorkspace } from './support/workspace.ts'

/** The screens on which a guest sees something else than a member. The rest is the same to the word. */
const GUEST_SCREENS = [
  '/solutions',
  '/agents',
  '/automations',
  '/team',
  '/team/demo-person-1',
  '/profile',
  '/notifications',
  '/search',
  '/systems/nowhere',
]

// Every screen is visited once, and checked there in all respects: the tree of a screen reader (trees/ has the
// reviewed ones, and `npm run trees` writes them again), the findings of axe, and whether it is whole in every window.
// widths.screen.test.tsx does the last check for screens with names of records, with names of the maximum length.

/** A member whose account has the examples. */
const member = () => ({ as: ADA, workspace: examplesWorkspace() })
/** The pages of the settings have one menu, whose tree is that of the first. */
const partOf = (path: string) =>
  path.startsWith('/settings/') && path !== '/settings/notifications' ? '[data-settings-page]' : 'main'
const atTheTime = () => vi.useFakeTimers({ toFake: ['Date'], now: NOW })

describe('names, order and structure, no barrier, nothing cut off', () => {
  for (const path of DOOR_SCREENS)
    it(`before somebody signs in: ${path}`, async () => {
      await visit(path, { as: 'visitor' })
      await expectTree('#root', fileNameOf(path))
      await expectAccessible(path)
      await expectWholeEverywhere(path)
    })

  for (const path of RECORD_SCREENS)
    it(`of a member: ${path}`, async () => {
      atTheTime()
      await visit(path, member())
      await expectTree('main', fileNameOf(path))
      await expectAccessible(path)
    })

  for (const path of OTHER_SCREENS)
    it(`of a member: ${path}`, async () => {
      atTheTime()
      await visit(path, member())
      await expectTree(partOf(path), fileNameOf(path))
      await expectAccessible(path)
      await expectWholeEverywhere(path)
    })

  it('of a member: a person of the team', async () => {
    atTheTime()
    await visit('/team/demo-person-1', member())
    await expect.element(page.getByRole('heading', { name: 'Alex Example', level: 1 })).toBeVisible()
    await expectTree('main', 'team-member')
  })

  for (const path of GUEST_SCREENS)
    it(`of a guest: ${path}`, async () => {
      await visit(path, { as: 'guest' })
      await expectAccessible(path)
    })
})

it('has no barrier for a viewer whose account is empty', async () => {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.dashboard, 'recentActivity').mockResolvedValue([])
  await openApp('/', { as: mia('viewer'), workspace })
  await expect.element(page.getByText('No recent activity')).toBeVisible()
  await expectAccessible('empty dashboard')
  await openApp('/systems', { as: mia('viewer'), workspace })
  const create = page.getByRole('button', { name: 'Create First System' })
  await expect.element(create).toBeVisible()
  focus(create)
  await expect.element(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible('no systems, with a reason')
})

it('has no barrier in what the forms before signing in answer', async () => {
  await visit('/auth', { as: 'visitor' })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect.element(page.getByLabelText('Email', { exact: true })).toHaveFocus()
  await expectTree('#root', 'auth-complaints')
  await expectAccessible('login with complaints')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabelText('Password', { exact: true }).fill('weak')
  await expect.element(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
  await expectAccessible('sign-up with a weak password')

  await visit('/auth/forgot-password', { as: 'visitor', access: { sendCode: async () => undefined } })
  await page.getByLabelText('Email', { exact: true }).fill('nobody@works.example')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect.element(page.getByLabelText('Code from the email')).toHaveFocus()
  await expectAccessible('code from a mail')

  const inspectLink = async () => ({ person: ADA, newEmail: null, needed: 'password' as const })
  await visit('/auth/confirm?token_hash=example&type=signup', { as: 'visitor', access: { inspectLink } })
  await expect.element(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
  await expectAccessible('confirmation')
})
