import type { BinnedRecord } from '@cairn/workspace/port/records/bin'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectToast,
  focus,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const row = (name: string) =>
  page.getByRole('list', { name: 'Bin' }).getByRole('listitem').filter({ hasText: name })
const restore = (name: string) => page.getByRole('button', { name: `Restore ${name}` })
const question = page.getByRole('alertdialog')

const binned = (name: string, told: Partial<BinnedRecord> = {}): BinnedRecord => ({
  kind: 'system',
  recordId: crypto.randomUUID(),
  name,
  deletedBy: { id: ADA.id, name: ADA.name },
  deletedAt: new Date(),
  expiresAt: new Date(Date.now() + 30 * 86_400_000),
  reason: '',
  act: null,
  mayRestore: true,
  ...told,
})

/** A workspace with these records in the bin, which can be restored and purged. */
function withBin(...records: readonly BinnedRecord[]): Workspace {
  const workspace = membersWorkspace()
  let kept = records
  vi.spyOn(workspace.bin, 'page').mockImplementation(async (kind) => {
    const items = kept.filter((record) => kind === null || record.kind === kind)
    return { items, total: items.length, days: 30 }
  })
  vi.spyOn(workspace.bin, 'restore').mockImplementation(async (id, newName) => {
    const record = kept.find(({ recordId }) => recordId === id)
    kept = kept.filter(({ recordId }) => recordId !== id)
    return { kind: 'system', id, name: newName ?? record?.name ?? '', missing: [] }
  })
  vi.spyOn(workspace.bin, 'purge').mockImplementation(async (id) => {
    const before = kept.length
    kept = kept.filter(({ recordId }) => id !== null && recordId !== id)
    return before - kept.length
  })
  return workspace
}

describe('restoring', () => {
  it('tells what came back, and leads to it', async () => {
    await openApp('/activity?show=bin&kind=system', { as: ADA, workspace: withBin(binned('Payroll')) })
    await expect.element(page.getByRole('heading', { name: 'Bin · Activity', level: 1 })).toBeVisible()
    await expect.element(row('Payroll')).toHaveTextContent('System · deleted by Ada Founder')
    await expect.element(row('Payroll')).toHaveTextContent('30 days left')
    await restore('Payroll').click()
    await expectToast('Payroll has been restored')
    await expect
      .element(page.getByRole('heading', { name: 'Nothing of this kind is in the bin' }))
      .toBeVisible()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expectAddress(/^\/systems\?id=/)
  })

  it('asks for another name where it is taken', async () => {
    const workspace = withBin(binned('Payroll'))
    const taken = refusal('A system with this name already exists.', 'conflict')
    vi.mocked(workspace.bin.restore).mockRejectedValueOnce(taken)
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await restore('Payroll').click()
    const window = page.getByRole('dialog', { name: 'Restore under another name' })
    await expect.element(window).toHaveTextContent('A system with this name already exists.')
    await window.getByRole('textbox', { name: 'Name' }).fill('Payroll of old')
    await window.getByRole('button', { name: 'Restore' }).click()
    await expectToast('Payroll of old has been restored')
    await expectGone(window)
  })

  it('asks for the name also where another record is restored meanwhile', async () => {
    const [payroll, archive] = [binned('Payroll'), binned('Archive')]
    const workspace = withBin(payroll, archive)
    const taken = refusal('A system with this name already exists.', 'conflict')
    const { answer, release } = heldBack((): never => {
      throw taken
    })
    vi.mocked(workspace.bin.restore).mockImplementationOnce(answer)
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await restore('Payroll').click()
    await restore('Archive').click()
    await expectGone(row('Archive'))
    release()
    await expect.element(page.getByRole('dialog', { name: 'Restore under another name' })).toBeVisible()
  })

  it('by the keyboard goes on with the next record', async () => {
    const workspace = withBin(binned('Archive'), binned('Payroll'), binned('Billing'))
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await expectCount(page.getByRole('list', { name: 'Bin' }).getByRole('listitem'), 3)
    focus(restore('Archive'))
    for (const [name, next] of [
      ['Archive', restore('Payroll')],
      ['Payroll', restore('Billing')],
      ['Billing', page.getByRole('main')],
    ] as const) {
      await userEvent.keyboard('{Enter}')
      await expectGone(row(name))
      await expect.element(next).toHaveFocus()
    }
    await expect.element(page.getByText('The bin is empty')).toBeVisible()
  })

  it('takes a record out of the bin at once, and another kind comes without a gap', async () => {
    const workspace = withBin(binned('Payroll'), binned('Archive'))
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await expect.element(row('Archive')).toBeVisible()
    const load = vi.mocked(workspace.bin.page)
    const read = load.getMockImplementation()
    if (!read) throw new Error('The bin has no answer.')
    const { answer, release } = heldBack(() => undefined)
    load.mockImplementation(async (...asked) => {
      await answer()
      return read(...asked)
    })
    await restore('Payroll').click()
    await expectToast('Payroll has been restored')
    await expectGone(row('Payroll'))
    const text = page.getByText('Deleted records stay here for 30 days.')
    await expect.element(text).toBeVisible()

    await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Systems')
    await expect.element(row('Archive')).toBeVisible()
    await expect.element(text).toBeVisible()
    const busy = page.getByCss('[aria-busy=true]')
    await expect.element(busy.filter({ hasText: 'Archive' })).toBeVisible()
    release()
    await expectGone(busy)
    await expect.element(row('Archive')).toBeVisible()
  })

  it('is not for a viewer, who reads why', async () => {
    const workspace = withBin(binned('Mine', { mayRestore: false }))
    await openApp('/activity?show=bin', { as: mia('viewer'), workspace })
    await expect.element(restore('Mine')).toHaveAccessibleDescription(VIEWERS_CHANGE_NOTHING)
  })

  it('is for a user as far as they might delete a record', async () => {
    const workspace = withBin(binned('Mine'), binned('Theirs', { mayRestore: false }))
    await openApp('/activity?show=bin', { as: mia('user'), workspace })
    await expect.element(restore('Theirs')).toHaveAttribute('aria-disabled', 'true')
    await expectGone(page.getByRole('button', { name: /for good|Empty/ }))
    await restore('Mine').click()
    await expectToast('Mine has been restored')
  })
})

it('leads from a kind of which nothing is in the bin to the others', async () => {
  await openApp('/activity?show=bin&kind=agent', { as: ADA, workspace: withBin(binned('Payroll')) })
  await expect.element(page.getByText('Nothing of this kind is in the bin')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Empty the bin' }))
    .not.toHaveAttribute('aria-disabled')
  await page.getByRole('button', { name: 'Show all kinds' }).click()
  await expect.element(row('Payroll')).toBeVisible()
})

describe('deleting for good', () => {
  it('asks first, of one record and of all', async () => {
    const workspace = withBin(binned('Payroll'), binned('Archive'), binned('Billing'))
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await page.getByRole('button', { name: 'Delete Payroll for good' }).click()
    await expect.element(question).toHaveTextContent('Nobody can restore it afterwards.')
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expectToast('1 record deleted for good')
    await expectGone(row('Payroll'))
    await expect.element(row('Archive')).toBeVisible()
    await page.getByRole('button', { name: 'Empty the bin' }).click()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expect.element(page.getByText('The bin is empty')).toBeVisible()
  })

  it('says what could not be deleted', async () => {
    const workspace = withBin(binned('Payroll'))
    vi.mocked(workspace.bin.purge).mockRejectedValue(refusal('Not now.', 'unavailable'))
    await openApp('/activity?show=bin', { as: ADA, workspace })
    await page.getByRole('button', { name: 'Delete Payroll for good' }).click()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expectToast('Error deleting Payroll for good')
  })
})
