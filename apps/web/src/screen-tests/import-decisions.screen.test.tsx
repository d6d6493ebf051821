import type { ImportPlan, ImportsPart, PlannedRow } from '@cairn/workspace/port/imports'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { expectGone } from './support/look.ts'
import { choice, ownField } from './support/own-fields.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const stage = ownField({ name: 'Stage', type: 'choice', choices: [choice('Pilot')] })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const meaning = (word: string) => page.getByRole('combobox', { name: `What ${word} means`, exact: true })

const PLAN: ImportPlan = {
  ...{ id: 'p1', kind: 'system', fileName: 'tools.csv', source: null, key: 'name', state: 'open' },
  startedBy: { id: ADA.id, name: ADA.name },
  startedAt: new Date(),
  expiresAt: new Date(Date.now() + 86_400_000),
  ...{ total: 2, checked: 2, undecided: 0, toApply: 1, applied: 0, refused: 0, leftOut: 0, inBin: 0 },
  summary: { new: 1, changed: 0, same: 0, duplicate: 0, error: 1, gone: 0 },
  act: null,
  people: [],
}
const BINNED: PlannedRow = {
  ...{ row: 2, effect: 'error', recordId: null, name: 'Mail', cells: [], candidates: [] },
  problems: [{ problem: 'in_bin', field: null, detail: null }],
  ...{ decision: null, outcome: null },
}

/** A workspace in which imports answer as a test scripts them. */
function withImports(scripted: Partial<ImportsPart>, as = ADA) {
  const workspace = membersWorkspace({
    people: as === ADA ? [ADA, mia('user')] : [ADA, as],
    ownFields: [stage],
  })
  return { ...workspace, imports: { ...workspace.imports, ...scripted } }
}

async function chooseFile(text: string) {
  await page
    .getByLabelText('File', { exact: true })
    .upload(new File([text], 'tools.csv', { type: 'text/csv' }))
  await button('Continue').click()
}

describe('words that are no choice of the account', () => {
  const FILE = 'Name,Stage\nMail,Zeta\nWiki,Gamma\nDesk,Zeta\nShop,Pilot\nDoor,Omega'

  it('become choices for an admin, one alone or all of them, and mean these at once', async () => {
    const workspace = withImports({})
    await openApp('/import?kind=system', { as: ADA, workspace })
    await chooseFile(FILE)
    await expect.element(meaning('Zeta')).toHaveDisplayValue('Choose…')
    await expectAccessible('words without a meaning')
    await button('Add Zeta as a choice').click()
    await expectGone(button('Add Zeta as a choice'))
    await button('Add All as Choices').click()
    await expect.element(page.getByText('4 words of Stage are understood')).toBeVisible()
    expect((await workspace.ownFields.list())[0]?.choices.map(({ name }) => name)).toEqual([
      'Pilot',
      'Zeta',
      'Gamma',
      'Omega',
    ])
  })

  it('are offered as choices up to 100 characters, alone and all together', async () => {
    const [longest, longer] = ['a'.repeat(100), 'b'.repeat(101)]
    const workspace = withImports({})
    await openApp('/import?kind=system', { as: ADA, workspace })
    await chooseFile(`Name,Stage\nMail,Zeta\nWiki,${longest}\nDesk,${longer}`)
    await expect.element(meaning(longer)).toHaveDisplayValue('Choose…')
    await button('Add All as Choices').click()
    await expectGone(button('Add All as Choices'))
    const [field] = await workspace.ownFields.list()
    expect(field?.choices.map(({ name }) => name)).toEqual(['Pilot', 'Zeta', longest])
    await expect.element(meaning(longer)).toHaveDisplayValue('Choose…')
    expect(button(`Add ${longer} as a choice`).elements()).toEqual([])
  })

  it('are mapped by those who may not add choices, in all rows or in one', async () => {
    const addRows = vi.fn<ImportsPart['addRows']>(async () => undefined)
    const person = mia('user')
    const workspace = withImports({ start: async () => 'p1', addRows, get: async () => PLAN }, person)
    await openApp('/import?kind=system', { as: person, workspace })
    await chooseFile(FILE)
    await meaning('Zeta').selectOptions('Pilot')
    await expectGone(button('Add Zeta as a choice'))
    await page.getByText('Decide row by row').click()
    await page.getByRole('combobox', { name: 'What Zeta means in row 4' }).selectOptions('Leave empty')
    await button('Check 5 Rows').click()
    await vi.waitFor(() => expect(addRows).toHaveBeenCalledOnce())
    const sent = addRows.mock.calls[0]?.[1].map(({ values }) => values['own.stage'])
    expect(sent).toEqual(['pilot', undefined, undefined, 'pilot', undefined])
  })

  it('mean what they meant in an earlier import, which is said and can be changed', async () => {
    const wordsOf = async () => ({ 'own.stage': { Zeta: 'pilot' } })
    await openApp('/import?kind=system', { as: ADA, workspace: withImports({ wordsOf }) })
    await chooseFile(FILE)
    await expect.element(meaning('Zeta')).toHaveDisplayValue('Pilot')
    await expect.element(page.getByText('2 rows · Remembered')).toBeVisible()
    await meaning('Zeta').selectOptions('Leave empty')
    await expectGone(page.getByText('2 rows · Remembered'))
  })
})

describe('the checked plan', () => {
  const CHECK = '/import?kind=system&plan=p1'

  it('offers the member whom a word may mean, and says whom an earlier import chose', async () => {
    const person = { rows: 2, isOwner: true }
    const people = [
      { ...person, word: 'ORCHARD\\ada', choice: null, isRemembered: false },
      { ...person, word: 'm.l', choice: { member: ADA.id }, isRemembered: true },
    ]
    const decidePerson = vi.fn<ImportsPart['decidePerson']>(async () => ({ ...PLAN, people }))
    const rows = async () => ({ items: [], total: 0 })
    const workspace = withImports({ get: async () => ({ ...PLAN, people }), rows, decidePerson })
    await openApp(CHECK, { as: ADA, workspace })
    await expect.element(page.getByText('2 rows · Remembered')).toBeVisible()
    await button(`Is it ${ADA.name}?`).click()
    expect(decidePerson).toHaveBeenCalledExactlyOnceWith('p1', 'ORCHARD\\ada', { member: ADA.id })
  })

  it('restores records from the bin, one or all', async () => {
    const decide = vi.fn<ImportsPart['decide']>(async () => ({ ...PLAN, inBin: 1 }))
    const rows = async () => ({ items: [BINNED], total: 1 })
    const workspace = withImports({ get: async () => ({ ...PLAN, inBin: 1 }), rows, decide })
    await openApp(CHECK, { as: ADA, workspace })
    await button('Restore').click()
    await expect.element(button('Restore All')).toBeEnabled()
    await button('Restore All').click()
    expect(decide.mock.calls.map(([, which, decision]) => [which, decision])).toEqual([
      [{ rows: [2] }, { do: 'restore' }],
      [{ effect: 'error' }, { do: 'restore' }],
    ])
  })
})
