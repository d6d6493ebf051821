import type { MemberProfile } from '@cairn/workspace/port/team'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import {
  card,
  expectAddress,
  expectCount,
  expectGone,
  expectResting,
  expectScreen,
  expectText,
  expectTexts,
  expectToast,
  fact,
} from './support/look.ts'
import { tellOfNews } from './support/news.ts'
import { ADA, type Member, member, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const form = page.getByRole('form', { name: 'Edit Profile' })
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const cancel = page.getByRole('button', { name: 'Cancel', exact: true })

/** A workspace in which a colleague shows something of themselves, and can be changed. */
function withMember(person: Member, shown: Partial<MemberProfile> = {}): Workspace {
  const workspace = membersWorkspace({ people: [ADA, person, mia('viewer')] })
  let kept: MemberProfile = {
    id: person.id,
    name: person.name,
    avatarUrl: null,
    jobRole: null,
    department: null,
    permissionLevel: person.level,
    knowledgeAreas: [],
    contributionCount: 0,
    email: null,
    bio: null,
    joinedAt: null,
    teams: [],
    ...shown,
  }
  vi.spyOn(workspace.team, 'profile').mockImplementation(async (id) => (id === person.id ? kept : null))
  vi.spyOn(workspace.team, 'update').mockImplementation(async (_id, change) => {
    kept = { ...kept, ...change }
  })
  return workspace
}

/** Enters edit mode by the toggle beside the title. */
async function startEditing(): Promise<void> {
  await page.getByCss('#main header').getByRole('button', { name: 'Edit Profile' }).first().click()
  await expect.element(form).toBeVisible()
}

const BEN = member('Ben Example', 'manager')

describe('a profile', () => {
  it('[SHELL-15, MEMBER-01, 03, 04, 05, 07, GAP-16, DIS-05, TEAM-47, DIS-38] shows what a member lets others see', async () => {
    const workspace = withMember(BEN, {
      bio: 'Draws letters.',
      jobRole: 'Designer',
      department: 'Studio',
      knowledgeAreas: ['Type', 'Ink'],
      email: 'be********',
    })
    await openApp(`/team/${BEN.id}`, { as: mia('viewer'), workspace })
    await expectScreen('Ben Example Profile')
    const summary = card('Profile')
    await expect.element(summary.getByText('be********', { exact: true })).toBeVisible()
    await expect.element(summary.getByText('BE', { exact: true })).toBeVisible()
    await expect.element(summary.getByText('Draws letters.')).toBeVisible()
    await expectText(fact(summary, 'Job Role'), 'Designer')
    await expectText(fact(summary, 'Department'), 'Studio')
    await expectText(fact(summary, 'Permission'), 'Manager')
    await expect.element(card('Contributions').getByText('Total contributions: 0')).toBeVisible()
    await expectAccessible('member profile')
    await card('Knowledge Areas').getByRole('link', { name: 'Ink' }).click()
    await expectAddress('/team?area=Ink')
    history.back()
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await expectAddress('/team')
  })

  it('[MEMBER-02, 06, 09, 10, TEAM-46] of one’s own is for looking', async () => {
    const me = mia('user')
    const workspace = withMember(me, { email: me.email })
    await openApp(`/team/${me.id}`, { as: me, workspace })
    await expectScreen('Your Profile')
    await expect.element(card('Profile').getByText(me.email, { exact: true })).toBeVisible()
    await expect.element(card('Knowledge Areas')).toHaveTextContent('No knowledge areas specified')
    await expectGone(page.getByRole('button', { name: 'Edit Profile' }))
  })

  it('[MEMBER-06, 09, 10, TEAM-46] of a colleague is none for a user to edit, and says what is not shown', async () => {
    await openApp(`/team/${BEN.id}`, { as: mia('user'), workspace: withMember(BEN) })
    await expectScreen('Ben Example Profile')
    for (const label of ['Job Role', 'Department'])
      await expectText(fact(card('Profile'), label), 'Not shown')
    await expect.element(card('Profile').getByText('Email not shown')).toBeVisible()
    await expectGone(page.getByRole('button', { name: 'Edit Profile' }))
    await expectGone(card('Admin Actions'))
  })

  it('lists what somebody owns and knows, ten at a time, as links', async () => {
    const archive = system({ name: 'Archive' })
    const workspace = { ...withMember(BEN), ...{ systems: membersWorkspace({ systems: [archive] }).systems } }
    const owned = [
      { kind: 'agent' as const, id: 'agent-99', name: 'Agent 99' },
      ...Array.from({ length: 12 }, (_, index) => ({
        kind: 'system' as const,
        id: `system-${index}`,
        name: `System ${index + 10}`,
      })),
    ]
    vi.spyOn(workspace.team, 'records').mockImplementation(async (_id, relation, _kinds, skip) =>
      relation === 'owner'
        ? { items: owned.slice(skip, skip + 10), total: owned.length }
        : { items: [{ kind: 'system', id: archive.id, name: 'Archive' }], total: 1 },
    )
    await openApp(`/team/${BEN.id}`, { as: mia('viewer'), workspace })
    const rows = card('Owns').getByRole('listitem')
    await expectCount(rows, 10)
    await expect.element(rows.first()).toHaveTextContent('Agent 99')
    await card('Owns').getByRole('button', { name: 'Show more' }).click()
    await expectCount(rows, 13)
    await expectGone(card('Owns').getByRole('button', { name: 'Show more' }))
    await card('Is an expert of').getByRole('link', { name: 'Archive' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Archive' })).toBeVisible()
  })

  it('[MEMBER-22, 23] of nobody leads back to the directory', async () => {
    await openApp('/team/nobody', { as: ADA })
    await expectScreen('User Not Found')
    await expect.element(page.getByText('User profile not found', { exact: true })).toBeVisible()
    const text =
      "The team member you're looking for doesn't exist or you don't have permission to view their profile."
    await expect.element(page.getByText(text)).toBeVisible()
    await expectAccessible('unknown member')
    await page.getByRole('link', { name: 'Return to Team Directory' }).click()
    await expectAddress('/team')
  })
})

describe('editing a member', () => {
  it('[MEMBER-08, 11, 12, 13, 14, 15, 21, PERM-24] sends what a manager changed, and nothing else', async () => {
    const ben = member('Ben Example', 'viewer')
    const workspace = withMember(ben, { department: 'Studio' })
    const { answer, release } = heldBack(() => undefined)
    const update = vi.mocked(workspace.team.update)
    const keep = update.getMockImplementation()
    update.mockImplementation(async (...given) => {
      await answer()
      await keep?.(...given)
    })
    await openApp(`/team/${ben.id}`, { as: mia('manager'), workspace })
    const field = (label: string): Locator => form.getByLabelText(label)
    await card('Admin Actions').getByRole('button', { name: 'Edit Profile' }).click()
    await field('Name').fill('Somebody Else')
    await cancel.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expectGone(form)
    await startEditing()
    await expect.element(field('Name')).toHaveValue('Ben Example')
    await expectTexts(field('Permission Level').getByRole('option'), ['Viewer', 'User', 'Manager'])
    await expect.element(field('Job Role')).toHaveValue('')
    await field('Name').fill('Ben Sample')
    await field('Department').fill('Atelier')
    await field('Knowledge Areas').fill(' Type, ,Ink,')
    await field('Permission Level').selectOptions('User')
    await expectAccessible('member in edit mode')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    release()
    await expectToast('Profile updated', 'The user profile has been successfully updated.')
    expect(update.mock.calls[0]?.slice(0, 2)).toEqual([
      ben.id,
      {
        name: 'Ben Sample',
        department: 'Atelier',
        knowledgeAreas: ['Type', 'Ink'],
        permissionLevel: 'user',
      },
    ])
    await expectScreen('Ben Sample Profile')
    await expectGone(form)
    await expectText(fact(card('Profile'), 'Permission'), 'User')
  })

  it('[MEMBER-11, SYS-54] keeps typed values when the member changes meanwhile, and asks before they are lost', async () => {
    const ben = member('Ben Example', 'viewer')
    const workspace = withMember(ben, { jobRole: 'Designer' })
    const opened = await openApp(`/team/${ben.id}`, { as: mia('manager'), workspace })
    await startEditing()
    const field = (label: string): Locator => form.getByLabelText(label, { exact: true })
    await field('Department').fill('Atelier')
    await workspace.team.update(ben.id, { jobRole: 'Illustrator', department: 'Studio' })
    await tellOfNews(opened.workspace, ['team'])
    await expect.element(field('Job Role')).toHaveValue('Illustrator')
    await expect.element(field('Department')).toHaveValue('Atelier')
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(field('Department')).toHaveValue('Atelier')
    await openApp(`/team/${ben.id}`, { as: mia('manager'), workspace })
    await startEditing()
    const kept = form.getByRole('alert').filter({ hasText: 'We kept what you entered.' })
    await expect.element(kept).toBeVisible()
    await expect.element(field('Department')).toHaveValue('Atelier')
    await expect.element(field('Job Role')).toHaveValue('Illustrator')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Profile updated')
    expect(vi.mocked(workspace.team.update).mock.lastCall?.slice(0, 2)).toEqual([
      ben.id,
      { department: 'Atelier' },
    ])
    await startEditing()
    await expectGone(form.getByRole('alert'))
    await page.getByRole('link', { name: 'Back to Team' }).click()
    await expectAddress('/team')
  })

  it('[MEMBER-11] leads to the form on a phone, by either button', async () => {
    await page.viewport(375, 740)
    const ben = member('Ben Example', 'viewer')
    await openApp(`/team/${ben.id}`, { as: mia('manager'), workspace: withMember(ben) })
    const byCard = () => card('Admin Actions').getByRole('button', { name: 'Edit Profile' }).click()
    for (const press of [startEditing, byCard]) {
      await press()
      await expect.element(form.getByLabelText('Name')).toHaveFocus()
      await expect.element(page.getByRole('heading', { name: 'Edit Profile' })).toBeInViewport()
      await expect.element(form.getByLabelText('Name')).toBeInViewport()
      await cancel.click()
      await expectGone(form)
    }
  })

  it('[DIS-34, 35] says to a manager why an administrator is not theirs to edit', async () => {
    await openApp(`/team/${ADA.id}`, { as: mia('manager'), workspace: withMember(ADA) })
    const buttons = page.getByRole('button', { name: 'Edit Profile' })
    await expectCount(buttons, 2)
    for (const at of [0, 1])
      await expectResting(buttons.nth(at), 'Only administrators can edit administrators.')
  })

  it('[MEMBER-20, DIS-03] keeps what was typed where the server refuses it, with the reason', async () => {
    const workspace = withMember(BEN)
    vi.mocked(workspace.team.update).mockRejectedValueOnce(refusal('Name must have 1 to 120 characters.'))
    vi.mocked(workspace.team.update).mockRejectedValueOnce(refusal('broken', 'unknown'))
    await openApp(`/team/${BEN.id}`, { as: ADA, workspace })
    await startEditing()
    await form.getByLabelText('Name').fill('x'.repeat(200))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Error updating profile', 'Name must have 1 to 120 characters.')
    await expect.element(form.getByLabelText('Name')).toHaveValue('x'.repeat(200))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Error updating profile', 'Failed to update the profile. Please try again.')
    await expect.element(form.getByLabelText('Name')).toHaveValue('x'.repeat(200))
  })
})
