import type { OwnProfile } from '@cairn/workspace/port/profile'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import { card, expectCount, expectToast } from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const list = (name: string) => page.getByRole('list', { name, exact: true })
const members = list('Permission Management')
const levelOf = (name: string) => members.getByLabelText(`Permission of ${name}`)

/** A workspace with a colleague whose level can be set. */
function withColleague() {
  const workspace = membersWorkspace({ people: [ADA, BEN] })
  const { find } = workspace.team
  let level = BEN.level
  const search = vi.spyOn(workspace.team, 'find').mockImplementation(async (...asked) => {
    const found = await find(...asked)
    const items = found.items.map((one) => (one.id === BEN.id ? { ...one, permissionLevel: level } : one))
    return { ...found, items }
  })
  const setLevel = vi.spyOn(workspace.team, 'setLevel').mockImplementation(async (_id, chosen) => {
    level = chosen
  })
  return { workspace, setLevel, search }
}

it('[PROF-36, 37, 38, 40, PERM-26, DIS-36] lets an admin give members their levels, and not the own one', async () => {
  const { workspace, setLevel } = withColleague()
  await openApp('/profile', { as: ADA, workspace })
  await expectCount(members.getByRole('listitem'), 2)
  await expect.element(members.getByRole('listitem').filter({ hasText: ADA.name })).toHaveTextContent('You')
  await expectAccessible('permission management')
  await levelOf(BEN.name).selectOptions('Manager')
  await expectToast('Permission Updated', 'User permission has been successfully updated.')
  await expect.element(levelOf(BEN.name)).toHaveValue('manager')
  expect(setLevel).toHaveBeenCalledWith(BEN.id, 'manager', undefined)
})

it('[PERM-20, DIS-03] leaves the own level alone, and says who may change it', async () => {
  const { workspace, setLevel } = withColleague()
  await openApp('/profile', { as: ADA, workspace })
  await levelOf(ADA.name).selectOptions('Viewer')
  const text = 'Permission changes must be made by an account administrator.'
  await expectToast('Permission Update Disabled', text)
  await expect.element(levelOf(ADA.name)).toHaveValue('admin')
  expect(setLevel).not.toHaveBeenCalled()
})

it('[PROF-40] finds members by a part of their name, and says that it found nobody', async () => {
  const { workspace, search } = withColleague()
  await openApp('/profile', { as: ADA, workspace })
  const field = page.getByPlaceholder('Search members...')
  await expectCount(members.getByRole('listitem'), 2)
  await field.fill('ben')
  await expectCount(members.getByRole('listitem'), 1)
  const management = card('Permission Management')
  const { answer, release } = heldBack(() => ({ all: 2, total: 0, items: [] }))
  search.mockImplementation(answer)
  await field.fill('nobody at all')
  await expect.element(management).toHaveAttribute('aria-busy', 'true')
  release()
  await expect.element(management.getByText('Nobody in the account has that name.')).toBeVisible()
  await expect.element(management).toHaveAttribute('aria-busy', 'false')
})

it('[PROF-41, 42] says whether a change of level was refused or failed', async () => {
  const { workspace, setLevel } = withColleague()
  setLevel.mockRejectedValueOnce(refusal('broken', 'unknown'))
  setLevel.mockRejectedValueOnce(refusal('Not on a Sunday.'))
  await openApp('/profile', { as: ADA, workspace })
  await levelOf(BEN.name).selectOptions('Manager')
  await expectToast('Permission Update Error')
  await levelOf(BEN.name).selectOptions('Manager')
  await expectToast('Permission Update Failed', 'Not on a Sunday.')
  await expect.element(levelOf(BEN.name)).toHaveValue('user')
})

it('[PROF-35, TEAM-45, TEAM-47] shows what teammates see, before it is saved', async () => {
  const me = mia('user')
  const workspace = membersWorkspace({ people: [ADA, me] })
  const mine: OwnProfile = {
    email: me.email,
    name: me.name,
    avatarUrl: '',
    bio: 'Draws.',
    jobRole: 'Designer',
    department: 'Studio',
    privacy: { email: false, bio: false, job: true, department: true },
  }
  vi.spyOn(workspace.profile, 'mine').mockResolvedValue(mine)
  const seen = { ...ADA, email: 'ad********', bio: null, jobRole: 'Director', department: null }
  vi.spyOn(workspace.team, 'seen').mockResolvedValue([seen])
  await openApp('/profile', { as: me, workspace })
  const people = list('Privacy Demo').getByRole('listitem')
  await expect.element(people.first()).toHaveTextContent('Designer · Studio')
  await expect.element(people.first()).toHaveTextContent('You')
  await expect.element(people.nth(1)).toHaveTextContent('Director · ad********')
  for (const name of ['Email', 'Bio']) await page.getByRole('switch', { name: `${name} visible` }).click()
  await expect.element(people.first()).toHaveTextContent('Designer · Studio · mi********')
  await expect.element(people.first()).toHaveTextContent('Draws.')
  for (const name of ['Job role', 'Department', 'Email'])
    await page.getByRole('switch', { name: `${name} visible` }).click()
  await expect.element(people.first()).toHaveTextContent('Shows only the name.')
  await expectAccessible('privacy demo')
})

it('takes a level and the end of a membership over in the open page', async () => {
  const me = mia('user')
  const account = { id: 'a', name: 'Example Works' }
  let membership: ReturnType<NonNullable<NonNullable<Parameters<typeof openApp>[1]>['membership']>> = {
    account,
    permissionLevel: 'user',
  }
  const workspace = membersWorkspace({ people: [ADA, me] })
  const placement = { waitingFor: null, invitations: [], domain: null, formerAccount: account.name }
  vi.spyOn(workspace.joining, 'placement').mockResolvedValue(placement)
  const { session } = await openApp('/systems', { as: me, workspace, membership: () => membership })
  const badge = page.getByRole('banner')
  await expect.element(badge.getByText('User', { exact: true })).toBeVisible()
  const add = page.getByRole('main').getByRole('button', { name: 'Add System' }).first()
  await expect.element(add).not.toHaveAttribute('aria-disabled', 'true')
  membership = { account, permissionLevel: 'viewer' }
  await session.rereadMembership()
  await expect.element(badge.getByText('Viewer', { exact: true })).toBeVisible()
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  membership = { account: null, permissionLevel: 'viewer' }
  await session.rereadMembership()
  await expect.element(page.getByRole('heading', { name: /^You no longer belong to / })).toBeVisible()
  await expectAccessible('a membership that has ended')
})
