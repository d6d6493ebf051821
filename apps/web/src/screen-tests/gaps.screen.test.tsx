import type { GapFigures } from '@cairn/workspace/port/records/gaps'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { heldBack } from './support/held-back.ts'
import { ADA } from './support/people.ts'
import { automation } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

it('does not move the rows of a list when a gap comes while the list is there', async () => {
  const workspace = membersWorkspace({ automations: [automation({ name: 'Invoices' })] })
  const figures = heldBack((): GapFigures => ({ automation: { no_owner: 1, nobody_else: 1 } }))
  vi.spyOn(workspace.gaps, 'figures').mockImplementation(figures.answer)
  await openApp('/automations', { as: ADA, workspace })
  const edit = page.getByRole('button', { name: 'Edit Invoices' })
  await expect.element(edit).toBeVisible()
  const before = edit.element().getBoundingClientRect().y
  figures.release()
  const chip = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Gaps' })
  await expect.element(chip).toBeVisible()
  expect(edit.element().getBoundingClientRect().y).toBe(before)
})
