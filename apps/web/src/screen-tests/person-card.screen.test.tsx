import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, fact, focus } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

/** Opens the page of a system that Ada owns, for a member who sees some of her. */
async function openOwned() {
  const payroll = system({ name: 'Payroll', ownerId: ADA.id })
  const workspace = membersWorkspace({ people: [ADA, mia('user')], systems: [payroll] })
  const { card } = workspace.team
  const shown = { jobRole: 'Designer', department: 'Studio', email: 'a***@orchard.example' }
  vi.spyOn(workspace.team, 'card').mockImplementation(async (id, kinds) => {
    const known = await card(id, kinds)
    const owned = kinds.map((kind) => ({ kind, total: kind === 'system' ? 1206 : 0 }))
    return known && { ...known, ...shown, owned }
  })
  await openApp(`/systems/${payroll.id}`, { as: mia('user'), workspace })
  const owner = fact(page.getByRole('article'), 'Owner').getByRole('link', { name: ADA.name })
  await expect.element(owner).toBeVisible()
  return { owner, workspace }
}

it('says on hover who a person is and what they own, and leads there', async () => {
  const { owner, workspace } = await openOwned()
  const profile = vi.spyOn(workspace.team, 'profile')
  await owner.hover()
  await expect.element(page.getByText('Designer · Studio')).toBeVisible()
  await expect.element(page.getByText('a***@orchard.example')).toBeVisible()
  const owned = page.getByRole('list', { name: 'Owns' })
  await expect.element(owned).toHaveTextContent(/^Systems 1,206$/)
  await expectAccessible('the card of a person')
  // A look at a card is none at the profile, which the audit log would have.
  expect(profile).not.toHaveBeenCalled()
  await owned.getByRole('link', { name: 'Systems' }).click()
  await expectAddress(`/systems?owner=${encodeURIComponent(ADA.id)}`)
})

it('says it on focus too, and a press leads to the page of the person', async () => {
  const { owner } = await openOwned()
  focus(owner)
  await expect.element(page.getByText('Designer · Studio')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByText('Designer · Studio'))
  await userEvent.keyboard('{Enter}')
  await expectAddress(`/team/${encodeURIComponent(ADA.id)}`)
})
