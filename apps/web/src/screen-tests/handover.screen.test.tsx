import type { HandoverItem, HandoverItems } from '@cairn/workspace/port/records/handovers'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import {
  closeToast,
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectToast,
  openDetails,
  press,
} from './support/look.ts'
import { ADA, BEN, member } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const ANA = member('Ana Alvarez')
const CLEO = member('Cleo Example')
const dialog = page.getByRole('dialog', { name: 'Remove Ana Alvarez from the account?' })
const systems = dialog.getByRole('list', { name: 'Systems' })
const forAll = dialog.getByRole('combobox', { name: 'Assign all to…' })
const remove = dialog.getByRole('button', { name: 'Remove', exact: true })
const choiceOf = (record: string) =>
  systems.getByRole('listitem').filter({ hasText: record }).getByRole('combobox')
const REMOVED = ['Member removed', 'Ana Alvarez no longer belongs to the account.'] as const

const item = (name: string): HandoverItem => ({
  id: `record ${name}`,
  name,
  part: 'owner',
  fieldName: null,
  reason: null,
  suggested: null,
  linkedName: null,
  others: 0,
})

const firstPage = (names: readonly string[], total = names.length): HandoverItems => ({
  system: { items: names.map(item), total, owned: total, named: 0 },
})

/** A workspace in which Ana owns some systems, and others could take them. */
function withAna(items: HandoverItems = firstPage(['Archive', 'Payroll'])): Workspace {
  const workspace = membersWorkspace({ people: [ADA, ANA, BEN, CLEO] })
  vi.spyOn(workspace.handovers, 'items').mockResolvedValue(items)
  vi.spyOn(workspace.tokens, 'all').mockResolvedValue({
    tokens: [],
    serviceAccounts: [],
    allowsWithoutEnd: true,
  })
  vi.spyOn(workspace.team, 'remove').mockResolvedValue()
  vi.spyOn(workspace.team, 'setLevel').mockResolvedValue()
  return workspace
}

/** Opens the page of Ana and asks to remove her. */
async function askToRemove(workspace: Workspace): Promise<void> {
  await openApp(`/team/${ANA.id}`, { as: ADA, workspace })
  await page.getByRole('button', { name: 'Remove from account' }).click()
  await expect.element(dialog).toBeVisible()
}

/** Chooses who gets a record. */
async function give(record: string, to: string): Promise<void> {
  await choiceOf(record).click()
  const list = page.getByRole('dialog', { name: `Who gets ${record}` })
  await list.getByRole('option', { name: to }).click()
  await expectGone(list)
}

async function giveAll(to: string, choice: Locator = forAll): Promise<void> {
  await choice.click()
  await page.getByRole('option', { name: to }).click()
}

describe('the records of a member who is removed', () => {
  it('go by a rule for all and by individual choices, which a refusal keeps', async () => {
    const workspace = withAna()
    const removed = vi.mocked(workspace.team.remove)
    await askToRemove(workspace)
    // The prompt to choose is no option.
    await expectText(forAll, 'Choose someone')
    await press(forAll, '{ArrowDown}')
    await expectCount(page.getByRole('option'), 3)
    await expectGone(page.getByRole('option', { name: 'Choose someone' }))
    await userEvent.keyboard('{Escape}')

    await give('Payroll', 'Cleo Example')
    await giveAll('Ben Owner')
    await expect.element(choiceOf('Archive')).toHaveTextContent('Ben Owner')
    await expect.element(choiceOf('Payroll')).toHaveTextContent('Cleo Example')
    await expect.element(dialog.getByText('1 individual choice stays as it is.')).toBeVisible()

    const words = 'A person who should take over is no longer in your account.'
    removed.mockRejectedValueOnce(refusal(words))
    const left = (await workspace.team.members()).filter(({ id }) => id !== CLEO.id)
    vi.spyOn(workspace.team, 'members').mockResolvedValue(left)
    await remove.click()
    await expectText(dialog.getByRole('alert').filter({ hasText: 'take over' }), words)
    await expectText(choiceOf('Payroll'), 'Has left: choose someone else')
    await expect.element(choiceOf('Archive')).toHaveTextContent('Ben Owner')

    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expect.element(choiceOf('Payroll')).toHaveTextContent('Ben Owner')
    await remove.click()
    await expectToast(...REMOVED)
    const all = { rest: { id: BEN.id }, assignments: [], serviceAccounts: [] }
    expect(removed).toHaveBeenLastCalledWith(ANA.id, all)
  })

  it('stand beside the custom fields that name the member, which members alone get', async () => {
    const field = (name: string): HandoverItem => ({
      ...item(name),
      ...{ part: 'own.contact', fieldName: 'Technical contact', reason: 'record_owner' },
      suggested: { id: BEN.id, name: BEN.name },
    })
    const items = { items: [item('Archive'), field('Payroll'), field('Wiki')], total: 3, owned: 1, named: 2 }
    const workspace = withAna({ system: items })
    await askToRemove(workspace)
    await expectText(
      systems.getByRole('listitem').filter({ hasText: 'Payroll' }),
      /Technical contact.*Suggested: Ben Owner, its owner/,
    )
    const contact = dialog.getByRole('combobox', { name: 'Technical contact of Payroll' })
    await expect.element(contact).toHaveTextContent('Ben Owner')
    await contact.click()
    const list = page.getByRole('dialog', { name: 'Technical contact of Payroll' })
    await list.getByRole('option', { name: 'Leave unchanged' }).click()
    await expectGone(list)
    await expect.element(dialog.getByText(/custom fields unchanged: 1$/)).toBeVisible()
    await expectAccessible('a handover with custom fields')
    await remove.click()
    await expectToast(...REMOVED)
    const left = { kind: 'system', id: 'record Payroll', part: 'own.contact', to: null }
    const asked = { rest: 'suggested', assignments: [left], serviceAccounts: [] }
    expect(workspace.team.remove).toHaveBeenCalledWith(ANA.id, asked)
  })

  it('keep their choices through Escape and a lost connection', async () => {
    const workspace = withAna()
    vi.mocked(workspace.team.remove).mockRejectedValueOnce(refusal('Away.', 'unavailable'))
    await askToRemove(workspace)
    await give('Payroll', 'Cleo Example')
    await userEvent.keyboard('{Escape}')
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectGone(question)
    await expect.element(choiceOf('Payroll')).toHaveFocus()

    await remove.click()
    await expectToast('Error removing member')
    await expect.element(choiceOf('Payroll')).toHaveTextContent('Cleo Example')
    const { answer, release } = heldBack(() => undefined)
    vi.mocked(workspace.team.remove).mockImplementationOnce(answer)
    await remove.click()
    await expect.element(choiceOf('Payroll')).toBeDisabled()
    release()
    await expectToast(...REMOVED)
    await expectAddress('/team')
  })

  it('are folded by kind where they are a thousand, and assigned at once on a phone', async () => {
    await page.viewport(375, 720)
    const names = Array.from({ length: 100 }, (_, index) => `Register ${index + 1}`)
    const workspace = withAna(firstPage(names.slice(0, 50), 1000))
    vi.spyOn(workspace.handovers, 'more').mockResolvedValue({
      items: names.slice(50).map(item),
      total: 1000,
    })
    await askToRemove(workspace)
    await dialog.getByRole('button', { name: 'Systems 1,000' }).click()
    await expectCount(systems.getByRole('listitem'), 50)
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expectCount(systems.getByRole('listitem'), 100)
    await giveAll('Ben Owner')
    await remove.click()
    await expectToast(...REMOVED)
    const all = { rest: { id: BEN.id }, assignments: [], serviceAccounts: [] }
    expect(workspace.team.remove).toHaveBeenCalledWith(ANA.id, all)
  })
})

it('asks a member who leaves by themselves the same', async () => {
  const workspace = withAna()
  await openApp(`/team/${ANA.id}`, { as: ANA, workspace })
  await page.getByRole('button', { name: 'Leave account' }).click()
  const leave = page.getByRole('dialog', { name: /^Leave / })
  await giveAll('Cleo Example', leave.getByRole('combobox', { name: 'Assign all to…' }))
  await leave.getByRole('button', { name: 'Leave account' }).click()
  await expectToast('You have left the account')
  const all = { rest: { id: CLEO.id }, assignments: [], serviceAccounts: [] }
  expect(workspace.team.remove).toHaveBeenCalledWith(ANA.id, all)
})

it('asks about the records of a member who becomes a viewer', async () => {
  const workspace = withAna()
  await openApp(`/team/${ANA.id}`, { as: ADA, workspace })
  const level = page.getByLabelText('Permission Level')
  const lower = page.getByRole('dialog', { name: 'Change the level of Ana Alvarez to Viewer?' })
  await expect.element(level).toBeVisible()
  level.element().focus()
  await level.selectOptions('viewer')
  await expect.element(lower).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectGone(lower)
  await expect.element(level).toHaveFocus()
  await level.selectOptions('viewer')
  const kept = lower.getByRole('list', { name: 'Systems' }).getByRole('listitem')
  await expectCount(kept, 2)
  expect(workspace.handovers.items).toHaveBeenLastCalledWith(ANA.id, true)
  await lower.getByRole('button', { name: 'Change level' }).click()
  await expectToast('Permission Updated', 'User permission has been successfully updated.')
  const asSuggested = { rest: 'suggested', assignments: [], serviceAccounts: [] }
  expect(workspace.team.setLevel).toHaveBeenCalledWith(ANA.id, 'viewer', asSuggested)
})

describe('a record that was handed over', () => {
  const asks = page.getByRole('dialog', { name: 'Pass on Wiki' })
  const passOn = asks.getByRole('button', { name: 'Pass on', exact: true })

  /** Ben got two systems from Ana: one to own, and one to know. The answer may have to wait. */
  function withHandovers(wait: () => Promise<void> = async () => undefined, receiver = BEN) {
    const [wiki, payroll] = [system({ name: 'Wiki' }), system({ name: 'Payroll', ownerId: BEN.id })]
    const workspace = membersWorkspace({ people: [ADA, receiver, CLEO], systems: [wiki, payroll] })
    const from = { giver: ANA.name, receiverId: BEN.id }
    let pending = [
      { id: 'one', recordId: wiki.id, part: 'expert' as const, ...from },
      { id: 'other', recordId: payroll.id, part: 'owner' as const, ...from },
    ]
    vi.spyOn(workspace.handovers, 'pending').mockImplementation(async (kind) => {
      await wait()
      return kind === 'system' ? pending : []
    })
    vi.spyOn(workspace.handovers, 'answer').mockImplementation(async (which) => {
      if ('ids' in which) pending = pending.filter(({ id }) => !which.ids.includes(id))
    })
    return workspace
  }

  it('is passed on to a receiver who is chosen, and nobody is a choice too', async () => {
    const workspace = withHandovers()
    await openApp('/systems', { as: BEN, workspace })
    const details = await openDetails('Wiki')
    await details.getByRole('button', { name: 'Pass on Wiki' }).click()
    await expect.element(asks).toHaveTextContent('If you choose nobody, it has one expert fewer.')
    await expect.element(passOn).toHaveAccessibleDescription('First choose who gets it.')
    await press(passOn, '{Enter}')
    await expect.element(asks).toBeVisible()
    await asks.getByRole('combobox', { name: 'Pass on to' }).click()
    await page.getByRole('option', { name: 'Nobody' }).click()
    await passOn.click()
    await expectToast('Passed on')
    expect(workspace.handovers.answer).toHaveBeenCalledWith({ ids: ['one'] }, { answer: 'pass-on', to: null })
  })

  it('is answered in windows that Escape closes, also while a toast is above them', async () => {
    await openApp('/systems', { as: BEN, workspace: withHandovers() })
    const payroll = await openDetails('Payroll')
    await payroll.getByRole('button', { name: 'Accept Payroll' }).click()
    await expectToast('Accepted')
    // A toast waits for a user who has left the window, however long the next steps take.
    window.dispatchEvent(new Event('blur'))
    history.back()
    const wiki = await openDetails('Wiki')
    await wiki.getByRole('button', { name: 'Pass on Wiki' }).click()
    await expect.element(asks).toBeVisible()
    await expectToast('Accepted')
    await userEvent.keyboard('{Escape}')
    await expectGone(asks)
    await expect.element(wiki).toBeVisible()
    await closeToast()
  })

  it('is marked in the list beside the longest name too', async () => {
    const receiver = { ...BEN, name: 'Maximiliana Featherstonehaugh-Cholmondeley' }
    await openApp('/systems', { as: receiver, workspace: withHandovers(undefined, receiver) })
    const cell = page
      .getByRole('row')
      .filter({ hasText: 'Payroll' })
      .getByRole('cell', { name: receiver.name })
    const sign = cell.getByTitle('Handover pending')
    await expect.element(sign).toBeVisible()
    const right = (part: Locator) => part.element().getBoundingClientRect().right
    expect(right(sign)).toBeLessThan(right(cell))
  })

  it('is marked in the list, which does not move when that comes after its records', async () => {
    const { answer, release } = heldBack(() => undefined)
    const workspace = withHandovers(answer)
    const list = vi.spyOn(workspace.systems, 'list')
    const row = page.getByRole('row').filter({ hasText: 'Wiki' })
    const places = new Set<number>()
    let frame = 0
    /** Notes in each frame where the row stands. */
    const look = () => {
      for (const found of row.elements()) places.add(Math.round(found.getBoundingClientRect().top))
      frame = requestAnimationFrame(look)
    }
    look()
    await openApp('/systems', { as: BEN, workspace })
    await expect.poll(() => list.mock.calls.length).toBeGreaterThan(0)
    release()
    await expect
      .element(page.getByRole('row').filter({ hasText: 'Payroll' }))
      .toHaveTextContent('Handover pending')
    cancelAnimationFrame(frame)
    expect([...places]).toHaveLength(1)
  })
})
