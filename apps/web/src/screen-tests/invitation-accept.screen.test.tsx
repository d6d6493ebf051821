import { NotSignedIn } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { InvitationFacts } from '@cairn/workspace/port/invitation-access'
import type { Membership } from '@cairn/workspace/port/workspace'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import { expectAddress, expectScreen, expectToast } from './support/look.ts'
import { ACCOUNT, mia } from './support/people.ts'

const nina = mia('viewer')
const accept = page.getByRole('button', { name: 'Accept Invitation' })
const done = page.getByText('You are in. The dashboard opens in a moment.')

const FACTS: InvitationFacts = {
  valid: true,
  accountName: ACCOUNT.name,
  inviterName: 'Ada Founder',
  expiresAt: new Date(Date.now() + 5 * 86_400_000),
}

/** Opens an invitation for the person to whom it was sent, who belongs to no account yet. */
async function openInvitation(account: Membership['account'] = null) {
  let membership: Membership = { account, permissionLevel: 'viewer' }
  const join = vi.fn(async () => {
    membership = { account: ACCOUNT, permissionLevel: 'manager' }
    return ACCOUNT.name
  })
  await openApp('/invitation?token=x', {
    as: nina,
    membership: () => membership,
    access: {
      invitations: {
        inspect: async () => FACTS,
        needsSso: async () => false,
        recipient: async () => ({ isMine: true, sentTo: nina.email }),
        accept: join,
      },
    },
  })
  await expect.element(accept).toBeVisible()
  return join
}

it('[INV-15, 16, 18, 19, 20, 21, 22, INV-32] is accepted, and the dashboard opens two seconds later', async () => {
  await page.viewport(375, 740)
  const join = await openInvitation()
  for (const text of [ACCOUNT.name, 'Ada Founder', nina.email])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible('invitation')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await accept.click()
  await expect.element(done).toBeVisible()
  expect(join).toHaveBeenCalledWith('x', nina.email)
  vi.advanceTimersByTime(1_900)
  await expectAddress('/invitation?token=x')
  vi.advanceTimersByTime(200)
  vi.useRealTimers()
  await expectAddress('/dashboard')
  await expectToast('Welcome to the team!', `Successfully joined ${ACCOUNT.name}`)
  await expectScreen('Dashboard')
  await expect.element(page.getByRole('banner')).toHaveTextContent('Manager')
})

it('[INV-22] does not lead a user away who has moved on after accepting', async () => {
  await openApp('/systems', { as: nina })
  await expectScreen('Systems')
  await openInvitation()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await accept.click()
  await expect.element(done).toBeVisible()
  history.back()
  await expectScreen('Systems')
  vi.advanceTimersByTime(10_000)
  vi.useRealTimers()
  await expectAddress('/systems')
})

it('[INV-25, 26, DIS-18] says why it was not accepted, and can still be answered', async () => {
  expectComplaint(/^Failed: accepting an invitation/)
  const join = await openInvitation({ id: 'b', name: 'Other Works' })
  await expect.element(page.getByText(/^You already belong to Other Works\. Leave it first/)).toBeVisible()
  for (const [error, message] of [
    [accessRefusal('You already belong to Other Works.'), 'You already belong to Other Works.'],
    [accessRefusal(''), 'Failed to accept invitation'],
    [accessRefusal('', 'X'), 'Failed to accept invitation. Please try again.'],
    [refusal('', 'unknown'), 'Failed to accept invitation. Please try again.'],
    [new Error('The storage cannot be read.'), 'An unexpected error occurred. Please try again.'],
  ] as const) {
    join.mockRejectedValueOnce(error)
    await accept.click()
    await expectToast('Error', message)
  }
})

it('[INV-23] says that one has to be signed in, where the session has ended', async () => {
  const join = await openInvitation()
  const text = 'You must be logged in to accept an invitation.'
  join.mockRejectedValueOnce(new NotSignedIn(asPhrase(text)))
  await accept.click()
  await expectToast('Authentication Error', text)
})
