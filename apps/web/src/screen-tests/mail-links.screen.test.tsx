import { AccessError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { LinkFacts } from '@cairn/workspace/port/access'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectScreen, expectText } from './support/look.ts'
import { ADA, mia } from './support/people.ts'

const mine = mia('user')
const confirmAddress = page.getByRole('button', { name: 'Confirm email address' })

/** Opens the page of a link that the server knows so. */
async function openLink(
  type: string,
  facts: Partial<LinkFacts>,
  as: NonNullable<Parameters<typeof openApp>[1]>['as'] = 'visitor',
) {
  const all: LinkFacts = { person: ADA, newEmail: null, needed: 'nothing', ...facts }
  const inspectLink = vi.fn(async () => all)
  const opened = await openApp(`/auth/confirm?token_hash=abc&type=${type}`, { as, access: { inspectLink } })
  const confirm = vi.spyOn(opened.access, 'confirm').mockImplementation(async () => {
    opened.access.announce({ event: 'signed-in', person: ADA })
    return 'signed-in'
  })
  return { ...opened, confirm, inspectLink }
}

const lost = new AccessError(
  asPhrase('The server cannot be reached. Please check your connection and try again.'),
  { kind: 'offline' },
)

it('[GAP-37] asks for the password of a sign-up that was made elsewhere', async () => {
  const { confirm } = await openLink('signup', { needed: 'password' })
  await expectScreen('Confirm your email address')
  const password = page.getByLabelText('Password', { exact: true })
  await confirmAddress.click()
  await expect.element(password).toHaveAccessibleDescription(expect.stringMatching(/Please enter a password/))
  confirm.mockRejectedValueOnce(accessRefusal('Wrong.', 'invalid_credentials'))
  await password.fill('Not-this-one-1')
  await confirmAddress.click()
  await expect.element(page.getByText('This is not the password you signed up with.')).toBeVisible()
  await page.getByRole('button', { name: 'Set a new password instead' }).click()
  const fresh = page.getByLabelText('New Password', { exact: true })
  await fresh.fill('Short-1!')
  await confirmAddress.click()
  await expect.element(fresh).toHaveAccessibleDescription('Password must be at least 12 characters')
  expect(confirm).toHaveBeenCalledOnce()
})

it('[GAP-37] does not call a link invalid where the connection is lost, neither opened nor redeemed', async () => {
  const { access, confirm } = await openLink('email', {})
  await expectScreen('Sign in to Cairn')
  confirm.mockRejectedValueOnce(lost)
  const signIn = page.getByRole('button', { name: 'Sign In' })
  await signIn.click()
  await expectText(page.getByRole('alert'), lost.message)
  await signIn.click()
  await expectScreen('Dashboard')
  expect(access.confirm).toHaveBeenCalledTimes(2)
  let isLost = true
  const inspectLink = async (): Promise<LinkFacts> => {
    if (isLost) throw lost
    return { person: ADA, newEmail: null, needed: 'nothing' }
  }
  await openApp('/auth/confirm?token_hash=abc&type=email', { as: 'visitor', access: { inspectLink } })
  await expectScreen('No connection')
  await expectAccessible('a link without a connection')
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(signIn).toBeVisible()
})

describe('a link for another person', () => {
  it('names both, and replaces nobody without a question', async () => {
    const { confirm } = await openLink('email', {}, mine)
    await expectScreen('This link is for another account')
    const text = `You are signed in as ${mine.email}. The link signs in ${ADA.email}.`
    await expect.element(page.getByText(text)).toBeVisible()
    await page.getByRole('link', { name: `Stay signed in as ${mine.email}` }).click()
    await expectScreen('Dashboard')
    expect(confirm).not.toHaveBeenCalled()
    const again = await openLink('email', {}, mine)
    await page.getByRole('button', { name: `Continue as ${ADA.email}` }).click()
    await expectScreen('Dashboard')
    expect(again.confirm).toHaveBeenCalledOnce()
  })

  it('is not one that is for the user of the screen', async () => {
    const { confirm } = await openLink('email', {}, ADA)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectScreen('Dashboard')
    expect(confirm).toHaveBeenCalledOnce()
  })
})

it('[GAP-37] leaves another user alone who opens the link of a change of address', async () => {
  const { confirm } = await openLink(
    'email_change',
    { newEmail: 'ada.new@works.example', needed: 'session' },
    mine,
  )
  await expectScreen('Sign in to confirm')
  await expect.element(page.getByText(`You are signed in as ${mine.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(confirm).not.toHaveBeenCalled()
})
