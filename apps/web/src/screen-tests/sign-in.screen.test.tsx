import type { Membership } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import { expectAddress, expectGone, expectScreen, expectToast } from './support/look.ts'
import { ACCOUNT, ADA } from './support/people.ts'

const email = page.getByLabelText('Email', { exact: true })
const password = page.getByLabelText('Password', { exact: true })
const banner = page.getByRole('banner')

/** Fills the form in and sends it. */
async function signIn(): Promise<void> {
  await email.fill(ADA.email)
  await password.fill('Correct-Horse-7')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Opens the app for a visitor whom the form signs in as the founder. */
async function openForAda(path: string) {
  const membership = () => ({ account: ACCOUNT, permissionLevel: 'admin' as const })
  const opened = await openApp(path, { as: 'visitor', membership })
  const ask = vi.spyOn(opened.access, 'signIn').mockImplementation(async () => {
    opened.access.announce({ event: 'signed-in', person: ADA })
  })
  return { ...opened, ask }
}

it('[AUTH-11, 63, 65] shows that signing in is under way, and greets', async () => {
  const { access, ask } = await openForAda('/auth')
  const { answer, release } = heldBack(() => access.announce({ event: 'signed-in', person: ADA }))
  ask.mockImplementation(answer)
  await signIn()
  const busy = page.getByRole('button', { name: 'Signing in...', exact: true })
  await expect.element(busy).toBeVisible()
  await expect.element(busy).toBeDisabled()
  release()
  await expectToast('Signed in')
  await expectScreen('Dashboard')
  expect(ask).toHaveBeenCalledWith({ email: ADA.email, password: 'Correct-Horse-7' })
})

it('[AUTH-61, 62] says why a sign-in is refused, and keeps the typed text', async () => {
  const { ask } = await openForAda('/auth')
  ask.mockRejectedValue(accessRefusal('Invalid login credentials'))
  await signIn()
  await expectToast('Error signing in', 'Invalid login credentials')
  await expect.element(email).toHaveValue(ADA.email)
  await expectAddress('/auth')
})

describe('the address that a visitor wanted', () => {
  it('[AUTH-04, SHELL-04, 05] follows the sign-in', async () => {
    await openForAda('/systems?q=pay#list')
    await expectAddress('/auth')
    await signIn()
    await expectAddress('/systems?q=pay#list')
    await openApp('/auth', { as: ADA })
    await expectAddress('/')
  })

  it('[AUTH-05] follows when another tab begins guest mode', async () => {
    await openApp('/systems?q=pay#list', { as: 'visitor' })
    await expectAddress('/auth')
    await openApp('/auth', { as: 'guest', state: history.state })
    await expectAddress('/systems?q=pay#list')
    await openApp('/auth')
    await expectAddress('/')
  })
})

it('[AUTH-66, 67, 68, 69] signs out to the door, and leaves nothing of account and level to the next user', async () => {
  let known: Membership = { account: ACCOUNT, permissionLevel: 'admin' }
  const { access } = await openApp('/', { as: ADA, membership: () => known })
  await expect.element(banner.getByText('Admin', { exact: true })).toBeVisible()
  await expect.element(banner.getByText(ACCOUNT.name)).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expectToast('Signed out')
  await expectAddress('/auth')
  known = { account: null, permissionLevel: 'viewer' }
  access.announce({ event: 'signed-in', person: { ...ADA, id: 'zoe', email: 'zoe@else.example' } })
  await expect.element(banner.getByText('Viewer', { exact: true })).toBeVisible()
  await expectGone(banner.getByText(ACCOUNT.name))
})

it('offers the mail again where the address is not confirmed, after a reload too', async () => {
  const { ask } = await openForAda('/auth')
  ask.mockRejectedValue(accessRefusal('Email not confirmed', 'email_not_confirmed'))
  await signIn()
  const card = page.getByRole('status').filter({ hasText: ADA.email })
  await expect.element(card).toBeVisible()
  const resendConfirmation = vi.fn(async () => undefined)
  await openApp(location.pathname, { as: 'visitor', state: history.state, access: { resendConfirmation } })
  await card.getByRole('button', { name: 'Send the email again' }).click()
  await expectToast('Email sent')
  expect(resendConfirmation).toHaveBeenCalledWith(ADA.email, '/')
})
