import { keyed } from '@cairn/workspace/lib/keyed'
import { RESULT_TYPES } from '@cairn/workspace/port/search'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  expectCount,
  expectGone,
  expectResting,
  expectText,
  expectToast,
  openDetails,
  press,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { automation, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const ledger = system({ name: 'Ledger' })
const store = system({ name: 'Store', status: 'maintenance', ownerId: ADA.id })
const sync = automation({ name: 'Invoice sync' })

/** An account with three records, which the search finds. */
function arranged(level: 'viewer' | 'user' | 'manager') {
  const workspace = membersWorkspace({
    people: [ADA, mia(level)],
    systems: [ledger, store],
    automations: [sync],
  })
  vi.spyOn(workspace.search, 'find').mockImplementation(async (text) => ({
    counts: keyed(RESULT_TYPES, (type) => Number(type === 'system' || type === 'automation')),
    tags: [],
    results: [store, sync]
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ id, name }) => ({
        id,
        type: id === sync.id ? 'automation' : 'system',
        title: name,
        description: '',
        link: '/',
        lastUpdated: new Date(),
        record: null,
      })),
  }))
  return workspace
}

const addButton = () => page.getByRole('button', { name: 'Add Relation' })

it('adds a relation by keyboard, shows it from both ends, and takes a removal back', async () => {
  const workspace = arranged('user')
  await openApp('/systems', { as: mia('user'), workspace })
  const details = await openDetails('Ledger')
  await expectText(details.getByText('Nothing is linked to it.'), 'Nothing is linked to it.')
  await press(addButton(), '{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Add Relation' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(dialog.getByText('Choose a record.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Ledger' }).selectOptions('runs in')
  await press(dialog.getByRole('combobox', { name: /^Record/ }), '{ArrowDown}')
  await userEvent.keyboard('sto')
  await expect.element(page.getByRole('option', { name: /Store/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Since spring')
  await expectAccessible('the dialog of a relation')
  await userEvent.keyboard('{Enter}')
  await expectToast('Relation added')

  const rows = details.getByRole('region', { name: 'Depends on' }).getByRole('listitem')
  await expectCount(rows, 1)
  await expectText(rows.first(), /Store.*Where it runs.*Since spring.*Maintenance.*Ada Founder/)
  await expectAccessible('a record with relations')

  await rows.getByRole('button', { name: 'Remove Store' }).click()
  await expectToast('Relation removed')
  await expectGone(rows)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectCount(rows, 1)
  await expectText(rows.first(), /Store.*Since spring/)

  await rows.getByRole('link', { name: 'Store' }).click()
  const other = page.getByRole('dialog', { name: 'Store' })
  await expectText(other.getByRole('region', { name: 'Used by' }).getByRole('listitem'), /Ledger.*Runs here/)
})

it('adds a relation from the other side, and says why one cannot be added twice', async () => {
  const workspace = arranged('user')
  await workspace.relations.add({ fromId: sync.id, toId: ledger.id, type: 'depends_on', note: '' })
  await openApp('/systems', { as: mia('user'), workspace })
  const details = await openDetails('Ledger')
  await expectText(details.getByRole('region', { name: 'Used by' }).getByRole('listitem'), /Invoice sync/)
  await addButton().click()
  const dialog = page.getByRole('dialog', { name: 'Add Relation' })
  await dialog.getByRole('combobox', { name: 'Ledger' }).selectOptions('is used by')
  await dialog.getByRole('combobox', { name: /^Record/ }).click()
  await userEvent.keyboard('inv')
  await page.getByRole('option', { name: /Invoice sync/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(dialog.getByText('Something went wrong.')).toBeVisible()
})

it('says what keeps a record waiting', async () => {
  const workspace = arranged('viewer')
  const late = { state: 'late', troubleSince: new Date('2026-11-30T07:00:00Z') } as const
  const { neighbours } = workspace.relations
  await workspace.relations.add({ fromId: ledger.id, toId: sync.id, type: 'depends_on', note: '' })
  vi.spyOn(workspace.relations, 'neighbours').mockImplementation(async (...asked) => {
    const found = await neighbours(...asked)
    return { ...found, nodes: found.nodes.map((node) => (node.id === sync.id ? { ...node, ...late } : node)) }
  })
  await openApp('/systems', { as: mia('viewer'), workspace })
  const details = await openDetails('Ledger')
  await expect.element(details.getByText(/^Waits for Invoice sync, late since Nov 30, 2026/)).toBeVisible()
  await expectResting(addButton(), VIEWERS_CHANGE_NOTHING)
  await expectResting(details.getByRole('button', { name: 'Remove Invoice sync' }), VIEWERS_CHANGE_NOTHING)
})

it('waits for nothing in maintenance, and says until when it is', async () => {
  const workspace = arranged('viewer')
  const worked = {
    state: 'late',
    troubleSince: null,
    maintenanceUntil: new Date('2026-11-30T09:00:00Z'),
  } as const
  const { neighbours } = workspace.relations
  await workspace.relations.add({ fromId: ledger.id, toId: sync.id, type: 'depends_on', note: '' })
  vi.spyOn(workspace.relations, 'neighbours').mockImplementation(async (...asked) => {
    const found = await neighbours(...asked)
    return {
      ...found,
      nodes: found.nodes.map((node) => (node.id === sync.id ? { ...node, ...worked } : node)),
    }
  })
  await openApp('/systems', { as: mia('viewer'), workspace })
  const row = (await openDetails('Ledger'))
    .getByRole('region', { name: 'Depends on' })
    .getByRole('listitem')
    .filter({ hasText: 'Invoice sync' })
  await expectText(row, /in maintenance until Nov 30, 2026/)
  await expectGone(page.getByText(/^Waits for/))
  await expectGone(row.getByText('Late', { exact: true }))
})

it('follows what a record depends on by keyboard, one level at a time, and ends where a cycle begins', async () => {
  const workspace = arranged('viewer')
  for (const [fromId, toId] of [
    [ledger.id, store.id],
    [store.id, sync.id],
    [sync.id, ledger.id],
  ] as const)
    await workspace.relations.add({ fromId, toId, type: 'depends_on', note: '' })
  await openApp('/systems', { as: mia('viewer'), workspace })
  const details = await openDetails('Ledger')
  const needs = details.getByRole('region', { name: 'Depends on' })
  const storeNeeds = needs.getByRole('button', { name: 'What Store depends on' })
  await press(storeNeeds, '{Enter}')
  await expect.element(storeNeeds).toHaveAttribute('aria-expanded', 'true')
  const syncNeeds = needs.getByRole('button', { name: 'What Invoice sync depends on' })
  await press(syncNeeds, '{Enter}')
  await expectText(
    needs.getByRole('listitem').filter({ hasText: 'Shown above' }).last(),
    /Ledger.*Shown above/,
  )
  await expectGone(needs.getByRole('button', { name: 'What Ledger depends on' }))
  await expectCount(needs.getByRole('button', { name: /^Remove/ }), 1)
  await expectAccessible('a record with relations of related records')
  await press(storeNeeds, '{Enter}')
  await expectGone(syncNeeds)
})

it('adds relations with a new record by keyboard, and none without a record', async () => {
  const workspace = arranged('user')
  const add = vi.spyOn(workspace.systems, 'add')
  await openApp('/systems', { as: mia('user'), workspace })
  await page.getByRole('button', { name: 'Add System' }).click()
  const form = page.getByRole('dialog', { name: 'Add System' })
  await form.getByRole('textbox', { name: 'System Name' }).fill('Wiki')
  await press(form.getByRole('button', { name: 'More' }), '{Enter}')
  await press(form.getByRole('button', { name: 'Add Relation' }), '{Enter}')
  await form.getByRole('combobox', { name: 'Type of relation 1' }).selectOptions('runs in')
  await form.getByRole('textbox', { name: 'Note of relation 1' }).fill(' Since spring ')
  await form.getByRole('button', { name: 'Add System' }).click()
  await expect.element(form.getByText('Choose a record.')).toBeVisible()
  await expect.element(form.getByRole('combobox', { name: 'Record of relation 1' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('sto')
  await expect.element(page.getByRole('option', { name: /Store/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await press(form.getByRole('button', { name: 'Add Relation' }), '{Enter}')
  await expectAccessible('the form of a record with relations')
  await form.getByRole('button', { name: 'Add System' }).click()
  await expectToast('System added')
  expect(add.mock.calls.map(([{ relations }]) => relations)).toEqual([
    [{ otherId: store.id, type: 'runs_in', outgoing: true, note: 'Since spring' }],
  ])
})

it('removes relations with a changed record, those that are marked when it is saved', async () => {
  const workspace = arranged('manager')
  const update = vi.spyOn(workspace.systems, 'update')
  for (const [toId, note] of [
    [store.id, 'Logins'],
    [sync.id, ''],
  ] as const)
    await workspace.relations.add({ fromId: ledger.id, toId, type: 'depends_on', note })
  await openApp('/systems', { as: mia('manager'), workspace })
  const details = await openDetails('Ledger')
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await press(form.getByRole('button', { name: 'More' }), '{Enter}')
  const existing = form.getByRole('list', { name: 'Existing relations' })
  const rowOf = (name: string) => existing.getByRole('listitem').filter({ hasText: name })
  await expectText(rowOf('Store'), /depends on Store.*Logins/)
  await press(existing.getByRole('button', { name: 'Remove “depends on Store”' }), '{Enter}')
  await expectText(rowOf('Store'), /is removed when you save/)
  await press(existing.getByRole('button', { name: 'Remove “depends on Invoice sync”' }), '{Enter}')
  await press(existing.getByRole('button', { name: 'Keep “depends on Invoice sync”' }), '{Enter}')
  await expectAccessible('the form of a record with existing relations')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast('System updated')
  expect(update.mock.calls.map(([, { relations }]) => relations)).toEqual([
    [{ otherId: store.id, type: 'depends_on', outgoing: true, note: '', removed: true }],
  ])
})
