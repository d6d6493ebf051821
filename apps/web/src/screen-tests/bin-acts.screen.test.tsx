import type { Act, ActLine } from '@cairn/workspace/port/records/acts'
import type { BinnedRecord } from '@cairn/workspace/port/records/bin'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { historyEntry, withHistory } from './support/history.ts'
import { expectAddress, expectCount, expectToast, openDetails, press } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const binned = page.getByRole('list', { name: 'Bin' }).getByRole('listitem')

/** A workspace with records in the bin that one act has deleted. */
function withAct(count: number): Workspace {
  const workspace = membersWorkspace()
  const act = { id: 'act', records: count }
  const record = (index: number): BinnedRecord => ({
    kind: 'system',
    recordId: `record-${index}`,
    name: `Register 000${index + 1}`,
    deletedBy: { id: ADA.id, name: ADA.name },
    deletedAt: new Date(),
    expiresAt: new Date(Date.now() + 30 * 86_400_000),
    reason: '',
    act,
    mayRestore: true,
  })
  let kept = Array.from({ length: count }, (_, index) => record(index))
  const empty = () => {
    const undone = kept.length
    kept = []
    return { act: 'undo', undone, left: [] }
  }
  vi.spyOn(workspace.bin, 'page').mockImplementation(async (_kind, _skip, query = '') => {
    const items = kept.filter(({ name }) => name.includes(query))
    return { items, total: items.length, days: 30 }
  })
  vi.spyOn(workspace.bin, 'restoreMany').mockImplementation(async (ids) => {
    kept = kept.filter(({ recordId }) => !ids.includes(recordId))
    return { restored: ids.length, left: 0 }
  })
  vi.spyOn(workspace.acts, 'undo').mockImplementation(async () => empty())
  vi.spyOn(workspace.acts, 'undoLast').mockImplementation(async () => empty())
  return workspace
}

it('restores what was selected in the bin, and all that one act deleted', async () => {
  const workspace = withAct(4)
  await openApp('/activity?show=bin', { as: mia('manager'), workspace })
  await page.getByRole('checkbox', { name: 'Select Register 0002' }).click()
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Restore (1)' }).click()
  await expectToast('Restored: 1 record')
  await expectCount(binned, 3)
  expect(workspace.bin.restoreMany).toHaveBeenCalledWith(['record-1'])
  await expectAccessible('the bin with an act')
  await page
    .getByRole('button', { name: /^Undo this change/ })
    .first()
    .click()
  await expectToast('Undone: 3 records')
  expect(workspace.acts.undo).toHaveBeenCalledWith('act')
  await expect.element(page.getByText('The bin is empty')).toBeVisible()
})

it('undoes the last change of many with Ctrl+Z, but not while a text is typed', async () => {
  const workspace = withAct(3)
  await openApp('/activity?show=bin', { as: mia('manager'), workspace })
  await expectCount(binned, 3)
  const box = page.getByRole('searchbox', { name: 'Search the bin' })
  await box.fill('0002')
  await expectCount(binned, 1)
  await press(box, '{Control>}z{/Control}')
  await box.fill('')
  await expectCount(binned, 3)
  expect(workspace.acts.undoLast).not.toHaveBeenCalled()
  await page.getByRole('heading', { level: 1 }).click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectToast('Undone: 3 records')
  await expect.element(page.getByText('The bin is empty')).toBeVisible()
})

it('leads from the history of a record to the act that changed it with others', async () => {
  const workspace = membersWorkspace({ systems: [system({ name: 'Register 0001' })] })
  const told = { act: 'undo', isOfAct: true, changedBy: ADA.id }
  withHistory(workspace, [historyEntry(9, { ...told, action: 'restored', field: null })])
  await openApp('/systems', { as: ADA, workspace })
  const details = await openDetails('Register 0001')
  await details.getByRole('button', { name: 'Activity' }).click()
  const link = page.getByRole('link', { name: 'Part of a bulk change' })
  await expect.element(link).toHaveAttribute('href', '/activity/undo')
})

const done = (told: Partial<Act>): Act => ({
  ...{ id: 'today', action: 'status', kind: 'system', value: 'inactive', valueName: null, records: 3 },
  ...{ doneBy: { id: ADA.id, name: ADA.name }, doneAt: new Date(), undoneBy: null, undoes: null },
  ...told,
})

/** A workspace with bulk changes: one of today, one that was undone, and one of long ago. */
function withBulkChanges(): Workspace {
  const workspace = membersWorkspace()
  const undoneBy = { act: 'undo', by: null, doneAt: new Date(), records: 4 }
  const items = [
    done({}),
    done({ id: 'undone', records: 4, undoneBy }),
    done({ id: 'old', records: 5, doneAt: new Date(Date.now() - 31 * 86_400_000) }),
  ]
  vi.spyOn(workspace.acts, 'page').mockResolvedValue({ items, total: items.length })
  vi.spyOn(workspace.acts, 'undo').mockResolvedValue({ act: 'undo', undone: 3, left: [] })
  return workspace
}

it('undoes a bulk change from its line, where that can be done', async () => {
  const workspace = withBulkChanges()
  await openApp('/activity', { as: mia('manager'), workspace })
  const list = page.getByRole('list', { name: 'Bulk changes' })
  await expectCount(list.getByRole('listitem'), 3)
  await expectCount(list.getByRole('button'), 1)
  await list.getByRole('button', { name: 'Undo: Status is now Inactive: 3 records' }).click()
  await expectToast('Undone: 3 records')
  expect(workspace.acts.undo).toHaveBeenCalledWith('today')
  await page.getByRole('tab', { name: 'Bin' }).click()
  await expectAddress('/activity?show=bin')
})

it('offers a viewer to undo nothing', async () => {
  await openApp('/activity', { as: mia('viewer'), workspace: withBulkChanges() })
  const list = page.getByRole('list', { name: 'Bulk changes' })
  await expectCount(list.getByRole('listitem'), 3)
  await expectCount(list.getByRole('button'), 0)
})

it('says of each record what an import has done', async () => {
  const workspace = membersWorkspace()
  const act = done({ action: 'import', value: 'tools.csv', records: 1 })
  const rest = { lines: 1, undoable: 1, left: [], expiresAt: new Date(Date.now() + 86_400_000) }
  vi.spyOn(workspace.acts, 'get').mockResolvedValue({ ...act, ...rest })
  const line: ActLine = {
    ...{ kind: 'system', recordId: 'billing', name: 'Billing', part: 'created', isThere: true },
    ...{ before: null, after: null, beforeName: null, afterName: null, problem: null, problemBy: null },
  }
  vi.spyOn(workspace.acts, 'lines').mockResolvedValue([line])
  await openApp('/activity/today', { as: ADA, workspace })
  const records = page.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await expect.element(records).toHaveTextContent('BillingSystem · created')
})
