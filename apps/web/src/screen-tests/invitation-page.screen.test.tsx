import { AccessError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { InvitationAccess, InvitationFacts } from '@cairn/workspace/port/invitation-access'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { accessRefusal } from './support/access.ts'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectComplaint } from './support/complaints.ts'
import { heldBack } from './support/held-back.ts'
import { expectAddress, expectGone, expectToast } from './support/look.ts'
import { ADA, type Member } from './support/people.ts'

const OPEN: InvitationFacts = {
  valid: true,
  accountName: 'Example Works',
  inviterName: 'Ada Founder',
  expiresAt: new Date(Date.now() + 5 * 86_400_000),
}
const accept = page.getByRole('button', { name: 'Accept Invitation' })

/** Opens the page of an invitation that the server answers so. */
function openInvitation(answers: Partial<InvitationAccess>, as: Member | 'guest' | 'visitor' = 'visitor') {
  return openApp('/invitation?token=x', {
    as,
    access: {
      invitations: {
        inspect: async () => OPEN,
        needsSso: async () => false,
        recipient: async () => ({ isMine: false, sentTo: 'ni********' }),
        accept: async () => 'Example Works',
        ...answers,
      },
    },
  })
}

const expectTitle = (name: string) => expect.element(page.getByRole('heading', { name })).toBeVisible()

describe('a link that cannot be used', () => {
  it('[INV-01, 02] says that it has no token', async () => {
    await openApp('/invitation', { as: 'visitor' })
    await expect.element(page.getByRole('heading', { name: 'Invalid Invitation', level: 1 })).toBeVisible()
    await expect.element(page.getByText('No invitation token found in the URL.')).toBeVisible()
    await expectAccessible('invitation without a token')
  })

  it('[INV-04, 06, 07, 08] says that it has ended, and leads to the sign-in', async () => {
    await openInvitation({ inspect: async () => ({ valid: false, reason: 'invalid_or_expired' }) })
    await expectTitle('Invalid Invitation')
    const text = 'This invitation has expired or is no longer valid.'
    await expect.element(page.getByText(text)).toBeVisible()
    await page.getByRole('button', { name: 'Go to Login' }).click()
    await expectAddress('/auth')
  })

  it('[INV-05, 09, 11, 24] says that it could not be checked, once the answer is there', async () => {
    expectComplaint(/^Failed: validating an invitation/)
    const { answer, release } = heldBack((): InvitationFacts => {
      throw accessRefusal('No.')
    })
    await openInvitation({ inspect: answer })
    await expectTitle('Validating Invitation')
    release()
    await expectTitle('Invalid Invitation')
    const text = 'Unable to validate this invitation. The link may be corrupted.'
    await expect.element(page.getByText(text)).toBeVisible()
    await expectToast(
      'Validation Error',
      'Failed to validate invitation. Please check the link and try again.',
    )
    await openInvitation({ inspect: async () => ({ valid: false, reason: 'odd' }) })
    await expect.element(page.getByText('This invitation is not valid.')).toBeVisible()
  })

  it('[INV-10] is tried again where only the connection is lost', async () => {
    expectComplaint(/^Failed: validating an invitation/)
    const lost = new AccessError(asPhrase('Gone.'), { kind: 'offline' })
    let isLost = true
    await openInvitation({
      inspect: async () => {
        if (isLost) throw lost
        return OPEN
      },
    })
    await expect.element(page.getByRole('heading', { name: 'No connection', level: 1 })).toBeVisible()
    const text = 'Network error occurred. Please check your connection and try again.'
    await expect.element(page.getByText(text)).toBeVisible()
    await expectGone(page.getByText('Ask the person who invited you for a new link.'))
    await expectAccessible('invitation without a connection')
    isLost = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectTitle('You are invited')
    await expect.element(page.getByText('Example Works', { exact: true })).toBeVisible()
  })
})

describe('an open invitation', () => {
  for (const as of ['visitor', 'guest'] as const)
    it(`[INV-12, 13, 14, GAP-06, DIS-13] says to a ${as} who invites, and leads to the door`, async () => {
      await openInvitation({}, as)
      await expectTitle('You are invited')
      for (const text of ['Ada Founder', 'Example Works', 'Expires'])
        await expect.element(page.getByText(text, { exact: true })).toBeVisible()
      await expectGone(accept)
      await expectAccessible(`invitation of a ${as}`)
      await page.getByRole('button', { name: 'Sign Up / Log In' }).click()
      await expectAddress('/auth')
    })

  it('leads a visitor to the single sign-on of their organisation', async () => {
    await openInvitation({ needsSso: async () => true })
    await expect.element(page.getByText(/^Your organization uses single sign-on\./)).toBeVisible()
    await expectAccessible('invitation by single sign-on')
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
    await expectAddress('/auth/sso')
    await expect.element(page.getByRole('heading', { name: 'Single sign-on', level: 1 })).toBeVisible()
  })

  it('[INV-17] can wait: the dashboard is a press away', async () => {
    await openInvitation({}, ADA)
    await page.getByRole('link', { name: 'Maybe Later' }).click()
    await expectAddress('/dashboard')
  })

  it('[GAP-07] tells somebody else to whom it was sent, masked, and is not theirs to accept', async () => {
    await openInvitation({}, ADA)
    await expect.element(page.getByText('This invitation was sent to ni********')).toBeVisible()
    await expect.element(accept).toHaveAccessibleDescription('This invitation was sent to another address.')
    await expectAccessible('invitation of somebody else')
    await page.getByRole('button', { name: 'Sign out to use the other address' }).click()
    await expect.element(page.getByRole('button', { name: 'Sign Up / Log In' })).toBeVisible()
  })
})
