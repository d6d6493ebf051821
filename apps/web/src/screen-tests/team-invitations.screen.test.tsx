import type { Invitation } from '@cairn/workspace/port/invitations'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectAddress, expectCount, expectGone, expectText, expectToast } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const DAY_MS = 86_400_000
const management = page.getByCss('#invitations')
const active = management.getByRole('list', { name: 'Active invitations' })
const ended = management.getByRole('list', { name: 'History' })

const invitation = (told: Partial<Invitation> = {}): Invitation => ({
  id: crypto.randomUUID(),
  name: 'Ivy Invited',
  sentTo: 'iv********',
  permissionLevel: 'user',
  inviterName: 'Ada Founder',
  status: 'pending',
  sentAt: new Date(Date.now() - 60_000),
  expiresAt: new Date(Date.now() + 7 * DAY_MS - 60_000),
  endedAt: new Date(Date.now() + 7 * DAY_MS),
  ...told,
})

/** A workspace with invitations, which can be revoked and cleaned up. */
function withInvitations(all: readonly Invitation[]): Workspace {
  const workspace = membersWorkspace()
  let kept = all
  const isOpen = ({ status }: Invitation) => status === 'pending'
  vi.spyOn(workspace.invitations, 'list').mockImplementation(async (limit) => {
    const history = kept.filter((one) => !isOpen(one))
    return {
      active: kept.filter(isOpen),
      notInvited: [],
      notInvitedInAll: 0,
      history: history.slice(0, limit),
      ended: history.length,
    }
  })
  vi.spyOn(workspace.invitations, 'revoke').mockImplementation(async (id) => {
    kept = kept.map((one) => (one.id === id ? { ...one, status: 'revoked', endedAt: new Date() } : one))
  })
  vi.spyOn(workspace.invitations, 'cleanUp').mockImplementation(async () => {
    const before = kept.length
    kept = kept.filter(({ status }) => status !== 'expired')
    return before - kept.length
  })
  vi.spyOn(workspace.invitations, 'link').mockResolvedValue('https://works.example/invitation?token=abc')
  return workspace
}

it('leads to the card of the invitations, by a link and by the address', async () => {
  const workspace = withInvitations([invitation()])
  const expectThere = async () => {
    await expectAddress('/profile#invitations')
    await expect.element(management).toHaveFocus()
    await expect.element(management.getByRole('heading', { name: 'Invitation Management' })).toBeInViewport()
  }
  await openApp('/team', { as: ADA, workspace })
  await page.getByRole('link', { name: 'Manage invitations' }).click()
  await expectThere()
  await openApp('/profile#invitations', { as: ADA, workspace })
  await expectThere()
})

it('[INV-52, 54, 56, 58, 65, 66, 71] lists whom the account has invited, masked, and revokes', async () => {
  await openApp('/profile', { as: ADA, workspace: withInvitations([]) })
  await expect.element(management.getByText('No invitations are open.')).toBeVisible()
  await openApp('/profile', { as: ADA, workspace: withInvitations([invitation()]) })
  const row = active.getByRole('listitem')
  await expect.element(row).toHaveTextContent('Ivy Invited')
  await expect.element(row).toHaveTextContent('Sent to iv******** · User · by Ada Founder')
  await expect.element(row).toHaveTextContent(/Expires .+, in 6 days/)
  await expect.element(row.getByText('Pending', { exact: true })).toBeVisible()
  await expectAccessible('invitation management')
  await row.getByRole('button', { name: 'Revoke invitation of Ivy Invited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Invitation revoked')
  await expect.element(ended.getByRole('listitem')).toHaveTextContent('Revoked')
  await expectGone(active)
})

it('[INV-55, 57, 69, INV-31] shows five of the history first, and cleans expired ones up', async () => {
  const expired = [1, 2, 3, 4, 5, 6].map((number) =>
    invitation({ name: `Person ${number}`, status: 'expired', endedAt: new Date(Date.now() - DAY_MS) }),
  )
  await openApp('/profile', { as: ADA, workspace: withInvitations(expired) })
  await expectCount(ended.getByRole('listitem'), 5)
  await expectCount(ended.getByText('Expired', { exact: true }), 5)
  await management.getByRole('button', { name: 'Show all 6' }).click()
  await expectCount(ended.getByRole('listitem'), 6)
  await management.getByRole('button', { name: 'Clean up expired' }).click()
  await expectToast(
    'Enhanced Security Cleanup Completed',
    'Expired invitations removed: 6. Old security logs were cleaned.',
  )
  await expect.element(management.getByText('No invitation has ended yet.')).toBeVisible()
})

it('[INV-59, 60, 61, 63, 64, 72, DIS-32] [GAP-24] offers the link and an email to be copied', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await openApp('/profile', { as: ADA, workspace: withInvitations([invitation()]) })
  await expect.element(management.getByText('An invitation is open for 7 days')).toBeVisible()
  await management.getByRole('button', { name: 'Copy link for Ivy Invited' }).click()
  await expectToast('Link copied')
  expect(copied).toEqual(['https://works.example/invitation?token=abc'])
  await management.getByRole('button', { name: 'Get Email for Ivy Invited' }).click()
  const mail = page.getByRole('dialog', { name: 'Email for Ivy Invited' })
  await expect
    .element(mail.getByLabelText('Email text'))
    .toHaveValue(expect.stringMatching(/Hello Ivy Invited,[\s\S]*48 hours[\s\S]*7 days/))
  await expectAccessible('email of an invitation')
  await mail.getByRole('button', { name: 'Copy email' }).click()
  await expectToast('Copied to clipboard')
  expect(copied[1]).toContain('https://works.example/invitation?token=abc')
})

it('[INV-74] says for two seconds that the link is copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openApp('/profile', { as: ADA, workspace: withInvitations([invitation()]) })
  const copy = management.getByRole('button', { name: 'Copy link for Ivy Invited' })
  await expectText(copy, 'Copy link')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await copy.click()
  await expectText(copy, 'Copied')
  vi.advanceTimersByTime(1_900)
  await expectText(copy, 'Copied')
  vi.advanceTimersByTime(200)
  await expectText(copy, 'Copy link')
})

it('[INV-73] says what to do where a copy is refused', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await openApp('/profile', { as: ADA, workspace: withInvitations([invitation()]) })
  await management.getByRole('button', { name: 'Copy link for Ivy Invited' }).click()
  await expectToast('Copy failed')
})

it('[INV-67, 68, 70] says to somebody who stopped being an owner that they may not', async () => {
  const workspace = withInvitations([invitation()])
  const why = refusal('Only account owners can manage invitations.', 'refused', 'invitation.owners_only')
  vi.mocked(workspace.invitations.revoke).mockRejectedValue(refusal('It is not yours to revoke.'))
  const cleanUp = vi.mocked(workspace.invitations.cleanUp)
  cleanUp.mockRejectedValueOnce(why)
  cleanUp.mockRejectedValueOnce(refusal('Not on a Sunday.'))
  await openApp('/profile', { as: ADA, workspace })
  await management.getByRole('button', { name: 'Revoke invitation of Ivy Invited' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Error revoking invitation', 'It is not yours to revoke.')
  await management.getByRole('button', { name: 'Clean up expired' }).click()
  await expectToast('Access Restricted', 'Only account owners can manage invitations.')
  await management.getByRole('button', { name: 'Clean up expired' }).click()
  await expectToast('Cleanup failed', 'Not on a Sunday.')
})
