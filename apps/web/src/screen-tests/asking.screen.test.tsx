import type { Contact, OwnContact } from '@cairn/workspace/port/alerts'
import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import type { Team } from '@cairn/workspace/port/teams'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { card, expectGone, expectText, expectToast, fact, openDetails } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const CHAT = 'https://chat.example/dm/ada'
const TEAM: Team = {
  ...{ id: 'finance', name: 'Team Finance', leadId: null, deputyId: null, members: 1, records: 1 },
  ...{ mail: '', chatUrl: '', onCallUrl: '', notices: 'lead' },
}

/** A workspace with a system of this owner, in which Ada has said how she is reached. */
function arranged(ownerId: string | null, contact: Contact | null, team: Team = TEAM) {
  const workspace = membersWorkspace({
    ...{ people: [ADA, mia('user')], teams: [team] },
    systems: [system({ name: 'Pay & more', ownerId })],
  })
  vi.spyOn(workspace.alerts, 'contact').mockImplementation(async (id) => (id === ADA.id ? contact : null))
  return workspace
}

async function openContact(ownerId: string | null, contact: Contact | null, team?: Team) {
  await openApp('/systems', { as: mia('user'), workspace: arranged(ownerId, contact, team) })
  return fact(await openDetails('Pay & more'), 'Contact')
}

it('leads from a record to the chat of its owner', async () => {
  const contact = await openContact(ADA.id, { chatUrl: CHAT, email: ADA.email })
  const ask = contact.getByRole('link', { name: `Ask ${ADA.name}` })
  await expect.element(ask).toHaveAttribute('href', CHAT)
  await expect.element(ask).toHaveAttribute('target', '_blank')
  await expectAccessible('a record with the contact of its owner')
})

it('leads to an email about the record where the owner has no chat', async () => {
  const contact = await openContact(ADA.id, { chatUrl: '', email: ADA.email })
  await expect
    .element(contact.getByRole('link', { name: `Ask ${ADA.name}` }))
    .toHaveAttribute('href', `mailto:${ADA.email}?subject=Pay%20%26%20more`)
})

it.each([
  ['shares nothing', { chatUrl: '', email: null }],
  ['is no member any more', null],
  ['has a link that no browser may follow', { chatUrl: 'javascript:alert(1)', email: null }],
])('says that there is no contact where the owner %s', async (_, given) => {
  const contact = await openContact(ADA.id, given)
  await expectText(contact, 'No contact shared')
  await expectGone(contact.getByRole('link'))
})

it('asks a team by its own contact, otherwise its lead', async () => {
  const ownerId = teamOwnerId(TEAM.id)
  const own = await openContact(ownerId, null, { ...TEAM, mail: 'finance@works.example' })
  await expect
    .element(own.getByRole('link', { name: 'Ask Team Finance' }))
    .toHaveAttribute('href', 'mailto:finance@works.example?subject=Pay%20%26%20more')
  const lead = await openContact(ownerId, { chatUrl: CHAT, email: null }, { ...TEAM, leadId: ADA.id })
  await expect.element(lead.getByRole('link', { name: `Ask ${ADA.name}` })).toHaveAttribute('href', CHAT)
})

it.each([
  ['nobody', null],
  ['the user', mia('user').id],
  ['an invited person', invitedId('ivy')],
])('offers no contact of a record that %s owns', async (_, ownerId) => {
  await openApp('/systems', { as: mia('user'), workspace: arranged(ownerId, null) })
  const details = await openDetails('Pay & more')
  await expect.element(details.getByText('Owner', { exact: true })).toBeVisible()
  await expectGone(details.getByText('Contact', { exact: true }))
})

it('leads to the chat from the page of a member', async () => {
  const workspace = arranged(ADA.id, { chatUrl: CHAT, email: null })
  await openApp(`/team/${encodeURIComponent(ADA.id)}`, { as: mia('user'), workspace })
  await expect.element(page.getByRole('link', { name: `Ask ${ADA.name}` })).toHaveAttribute('href', CHAT)
})

it('keeps the chat link and the shown email of the user', async () => {
  const workspace = membersWorkspace({ people: [ADA, mia('user')] })
  vi.spyOn(workspace.alerts, 'contact').mockResolvedValue({ chatUrl: '', email: null })
  const save = vi
    .spyOn(workspace.alerts, 'saveContact')
    .mockImplementation(async (_: OwnContact) => undefined)
  await openApp('/profile', { as: mia('user'), workspace })
  const contact = card('Contact')
  await contact.getByLabelText('Chat link').fill('slack://user?id=U1')
  const button = contact.getByRole('button', { name: 'Save Contact' })
  await expect
    .element(button)
    .toHaveAccessibleDescription('Enter a link that begins with https:// or http://.')
  await contact.getByLabelText('Chat link').fill(` ${CHAT} `)
  await contact.getByRole('checkbox', { name: 'Show my full email to members of my account' }).click()
  await expectAccessible('the contact of the user')
  await button.click()
  await expectToast('Contact saved')
  expect(save).toHaveBeenCalledWith({ chatUrl: CHAT, showsEmail: true })
})

it('[GAP-08] tells a guest that a contact is not saved', async () => {
  await openApp('/profile', { as: 'guest' })
  const contact = card('Contact')
  await contact.getByLabelText('Chat link').fill(CHAT)
  await contact.getByRole('button', { name: 'Save Contact' }).click()
  await expectToast('Guest Mode')
})
