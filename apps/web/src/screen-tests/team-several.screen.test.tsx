import { WorkspaceError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { InvitedPeople } from '@cairn/workspace/port/invitations'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import { expectCount, expectGone, expectToast } from './support/look.ts'
import { tellOfNews } from './support/news.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog', { name: 'Invite several people' })
const people = dialog.getByRole('list', { name: 'People' }).getByRole('listitem')
const addresses = dialog.getByLabelText('Email addresses')
const send = () => dialog.getByRole('button', { name: /^Send Invitations/ }).click()

const NOBODY: InvitedPeople = { invited: [], problems: [], unsent: [] }
const INVITED_ALREADY = 'This person already has an open invitation.'
const MEMBER_ALREADY = 'A user with this email already exists in the system.'

/** Waits until the screen has painted all that it knows. */
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))

/** Opens the dialog over a server that answers so. */
async function openDialog(problems: InvitedPeople['problems'] = []) {
  const workspace = membersWorkspace()
  const problemsOf = vi
    .spyOn(workspace.invitations, 'problemsOf')
    .mockImplementation(async (emails) => problems.filter(({ email }) => emails.includes(email)))
  const sendMany = vi.spyOn(workspace.invitations, 'sendMany').mockResolvedValue(NOBODY)
  const opened = await openApp('/team', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Invite several people' }).click()
  await expect.element(dialog).toBeVisible()
  return { workspace: opened.workspace, sendMany, problemsOf }
}

it('[INV-48] reads people out of a mail client, has them put right, and invites them in one step', async () => {
  const { sendMany } = await openDialog([
    { email: 'ivy@else.example', message: INVITED_ALREADY },
    { email: ADA.email, message: MEMBER_ALREADY },
  ])
  await send()
  await expect
    .element(addresses)
    .toHaveAccessibleDescription(expect.stringMatching(/Paste at least one address/))
  const department = dialog.getByLabelText('Department')
  await expect
    .element(department)
    .toHaveAccessibleDescription(expect.stringMatching(/Department is required/))
  await department.fill('Studio')
  await dialog.getByLabelText('Permission Level').selectOptions('User')
  await addresses.fill(
    `"Lopez, Ana" <Ana@else.example>; ben@else.example; ANA@else.example; =1+1 <b>x@; ivy@else.example; ${ADA.email}; cleo@else.example`,
  )
  await expectCount(people, 8)
  await expect.element(people.first()).toHaveTextContent('Ana Lopez ana@else.example')
  await expect
    .element(people.nth(2))
    .toHaveTextContent('This address is already in the list. They get one invitation.')
  await expect.element(people.nth(5)).toHaveTextContent(INVITED_ALREADY)
  await expect.element(people.nth(6)).toHaveTextContent(MEMBER_ALREADY)
  const complaint = /Correct or remove the people who cannot be invited: 4\./
  await expect.element(addresses).toHaveAccessibleDescription(expect.stringMatching(complaint))
  await send()
  await expectAccessible('invite several, with complaints')
  expect(sendMany).not.toHaveBeenCalled()
  const remove = dialog.getByRole('button', { name: 'Remove the people who cannot be invited' })
  await remove.click()
  await expectCount(people, 3)
  const problems = [{ email: 'cleo@else.example', message: INVITED_ALREADY }]
  sendMany.mockResolvedValueOnce({ ...NOBODY, problems })
  await send()
  await expectToast('Nobody was invited')
  await expect.element(people.nth(2)).toHaveTextContent(INVITED_ALREADY)
  await remove.click()
  const invited = ['ana@else.example', 'ben@else.example']
  sendMany.mockResolvedValueOnce({ ...NOBODY, invited })
  await dialog.getByRole('button', { name: 'Send Invitations: 2' }).click()
  await expectToast('Team members invited', 'Invitations sent: 2.')
  await expectGone(dialog)
  expect(sendMany).toHaveBeenLastCalledWith({
    department: 'Studio',
    permissionLevel: 'user',
    people: [
      expect.objectContaining({ email: 'ana@else.example', name: 'Ana Lopez' }),
      expect.objectContaining({ email: 'ben@else.example', name: 'Ben' }),
    ],
  })
})

it('invites at most a hundred at once, and keeps those whose mail failed for another try', async () => {
  await page.viewport(375, 740)
  const { sendMany } = await openDialog()
  await dialog.getByLabelText('Department').fill('Studio')
  const crowd = Array.from({ length: 101 }, (_, index) => `guest${index}@else.example`)
  await addresses.fill(crowd.join('\n'))
  const many = /You can invite at most 100 people at once\./
  await expect.element(addresses).toHaveAccessibleDescription(expect.stringMatching(many))
  await addresses.fill('ana@else.example, ben@else.example')
  sendMany.mockResolvedValueOnce({
    ...NOBODY,
    invited: ['ana@else.example'],
    unsent: [{ email: 'ben@else.example', message: 'Wait a minute.' }],
  })
  await send()
  await expectToast('Some people were not invited')
  await expectCount(people, 1)
  await expect.element(people).toHaveTextContent(/Ben ben@else\.example\s*Wait a minute\./)
  await expectAccessible('invite several on a phone')
  await expect.element(addresses).not.toHaveAccessibleDescription(expect.stringMatching(/Correct or remove/))
  sendMany.mockResolvedValueOnce({ ...NOBODY, invited: ['ben@else.example'] })
  await dialog.getByRole('button', { name: 'Send Invitations: 1' }).click()
  await expectToast('Team members invited', 'Invitations sent: 1.')
  await expectGone(dialog)
})

it('leaves the list as it was sent until the answer, whatever another admin does meanwhile', async () => {
  const problems: InvitedPeople['problems'][number][] = []
  const { workspace, sendMany, problemsOf } = await openDialog(problems)
  await dialog.getByLabelText('Department').fill('Studio')
  await addresses.fill('cleo@else.example')
  await vi.waitFor(() => expect(problemsOf).toHaveBeenCalledOnce())
  const { answer, release } = heldBack((): InvitedPeople => ({ ...NOBODY, problems }))
  sendMany.mockImplementationOnce(answer)
  await send()
  problems.push({ email: 'cleo@else.example', message: INVITED_ALREADY })
  await tellOfNews(workspace, ['invitations'])
  await vi.waitFor(() => expect(problemsOf).toHaveBeenCalledTimes(2))
  await painted()
  expect(people.element().textContent).not.toContain(INVITED_ALREADY)
  release()
  await expectToast('Nobody was invited')
  await expect.element(people).toHaveTextContent(INVITED_ALREADY)
})

it('keeps the form where the account has sent too many, with the time to go on, or is refused', async () => {
  const { sendMany } = await openDialog()
  await dialog.getByLabelText('Department').fill('Studio')
  await addresses.fill('cleo@else.example')
  const limit = 'Your account can send at most 200 invitations in 24 hours.'
  sendMany.mockRejectedValueOnce(
    new WorkspaceError(asPhrase(limit), { kind: 'invalid', retryAt: new Date(Date.now() + 3_600_000) }),
  )
  await send()
  const told = /^Your account can send at most 200 invitations in 24 hours\. You can continue at .+\.$/
  await expect.element(page.getByText(told)).toBeVisible()
  sendMany.mockRejectedValueOnce(refusal('Not on a Sunday.'))
  await send()
  await expectToast('Error adding team member', 'Not on a Sunday.')
  await expect.element(addresses).toHaveValue('cleo@else.example')
})
