import type { MemberProfile } from '@cairn/workspace/port/team'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { card, expectAddress, expectGone, expectToast } from './support/look.ts'
import { ADA, BEN } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const actions = card('Admin Actions')

/** Opens the profile of a colleague for an admin. */
async function openColleague() {
  const workspace = membersWorkspace({ people: [ADA, BEN] })
  const { team } = workspace
  let shown: MemberProfile | null = await team.profile(BEN.id)
  vi.spyOn(team, 'profile').mockImplementation(async () => shown)
  const setLevel = vi.spyOn(team, 'setLevel').mockImplementation(async (_id, permissionLevel) => {
    if (shown) shown = { ...shown, permissionLevel }
  })
  const remove = vi.spyOn(team, 'remove').mockResolvedValue()
  const endSessions = vi.spyOn(team, 'endSessions').mockResolvedValue(1)
  const removeSecondFactor = vi.spyOn(team, 'removeSecondFactor').mockResolvedValue(1)
  await openApp(`/team/${BEN.id}`, { as: ADA, workspace })
  return { setLevel, remove, endSessions, removeSecondFactor }
}

describe('an admin', () => {
  it('reads what a level means before they give it to a member', async () => {
    const { setLevel } = await openColleague()
    await actions.getByLabelText('Permission Level').selectOptions('Manager')
    const asks = page.getByRole('alertdialog', { name: `Change the level of ${BEN.name} to Manager?` })
    await expect.element(asks).toHaveTextContent('Can view, create, and manage content and users.')
    await expectAccessible('question before a level changes')
    expect(setLevel).not.toHaveBeenCalled()
    await asks.getByRole('button', { name: 'Change level' }).click()
    await expectToast('Permission Updated', 'User permission has been successfully updated.')
    await expect.element(actions.getByLabelText('Permission Level')).toHaveValue('manager')
  })

  it('removes a member after a question, and is in the directory then', async () => {
    const { remove } = await openColleague()
    await actions.getByRole('button', { name: 'Remove from account' }).click()
    const asks = page.getByRole('alertdialog', { name: `Remove ${BEN.name} from the account?` })
    await asks.getByRole('button', { name: 'Remove' }).click()
    await expectToast('Member removed', `${BEN.name} no longer belongs to the account.`)
    await expectAddress('/team')
    expect(remove.mock.calls[0]?.[0]).toBe(BEN.id)
  })

  /** Presses an action, and answers its question. */
  async function act(action: string, question: string, confirm: string): Promise<void> {
    await actions.getByRole('button', { name: action }).click()
    const asks = page.getByRole('alertdialog', { name: question })
    await expect.element(asks).toHaveTextContent('is recorded in the audit log.')
    await expectAccessible(question)
    await asks.getByRole('button', { name: confirm }).click()
    await expectGone(asks)
  }

  it('ends the sessions of a member, and reads whether there were any', async () => {
    const { endSessions } = await openColleague()
    const question = `End all sessions of ${BEN.name}?`
    await act('End all sessions', question, 'End sessions')
    await expectToast('Sessions ended', `${BEN.name} is signed out everywhere.`)
    endSessions.mockResolvedValue(0)
    await act('End all sessions', question, 'End sessions')
    await expectToast('Sessions ended', `${BEN.name} was not signed in anywhere.`)
    expect(endSessions).toHaveBeenCalledWith(BEN.id)
  })

  it('removes the second factor of a member, and reads whether there was one', async () => {
    const { removeSecondFactor } = await openColleague()
    const question = `Remove the second factor of ${BEN.name}?`
    await act('Remove second factor', question, 'Remove second factor')
    await expectToast('Second factor removed', `${BEN.name} signs in without one until they add another.`)
    removeSecondFactor.mockResolvedValue(0)
    await act('Remove second factor', question, 'Remove second factor')
    await expectToast(`${BEN.name} has no second factor.`)
    expect(removeSecondFactor).toHaveBeenCalledWith(BEN.id)
  })

  it('stays where they are the last one, and reads why', async () => {
    const workspace = membersWorkspace({ people: [ADA, BEN] })
    const why = 'An account needs an admin. Make another member an admin first.'
    vi.spyOn(workspace.team, 'remove').mockRejectedValue(refusal(why))
    await openApp(`/team/${ADA.id}`, { as: ADA, workspace })
    await page.getByRole('button', { name: 'Leave account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave account' }).click()
    await expectToast('Error leaving the account', why)
    await expectAddress(`/team/${ADA.id}`)
  })
})
