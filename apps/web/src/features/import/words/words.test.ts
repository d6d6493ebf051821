import type { FileProblem } from '@cairn/tables/model/table-error'
import { textsOf } from '@cairn/workspace/languages/languages'
import { IMPORT_PROBLEMS } from '@cairn/workspace/port/imports'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { cellProblemText } from './cell-problem.ts'
import { summaryText } from './effect.ts'
import { fileProblemText } from './file-problem.ts'
import { rowProblemText } from './row-problem.ts'

beforeAll(startTranslations)

describe('why a file cannot be read', () => {
  test.each<[FileProblem, string]>([
    [{ kind: 'empty' }, 'There is nothing in it.'],
    [
      { kind: 'file_too_large', count: 62_000_000, most: 52_428_800 },
      'The file has 60 MB. At most 50 MB can be read.',
    ],
    [
      { kind: 'not_a_table', found: 'old_workbook' },
      'This workbook is in the old format of Excel. Save it as .xlsx.',
    ],
    [
      { kind: 'too_many_rows', count: 120_000, most: 100_000 },
      'The table has 120,000 rows. At most 100,000 can be read. Split it into several files.',
    ],
    [{ kind: 'no_such_sheet', sheet: 'Q3', sheets: ['Q1'] }, 'The workbook has no sheet Q3.'],
    [
      { kind: 'damaged', format: 'json', line: 12 },
      'The file is not valid JSON in line 12. Correct that line and try again.',
    ],
    [
      { kind: 'damaged', format: 'xlsx', line: null },
      'The file is damaged, or no XLSX file. Save it anew and try again.',
    ],
  ])('%j', (problem, sentence) => {
    expect(fileProblemText(problem, i18next.t)).toBe(sentence)
  })
})

test.each([
  [{ kind: 'same_heads', head: 'Name', columns: [0, 27] }, 'The columns A, AB have the same head: Name.'],
  [
    { kind: 'cell_too_long', row: 4, column: 0, count: 12_000, most: 10_000 },
    'Row 4: Name has 12,000 characters. At most 10,000 are possible.',
  ],
  [
    { kind: 'unreadable_character', row: 4, column: 1, found: 'replaced' },
    'Row 4: B has a character that cannot be read. Check the encoding.',
  ],
  [{ kind: 'unclosed_quote', row: 9 }, 'Row 9: a quotation mark is not closed.'],
] as const)('describes the warning of a table: %j', (problem, sentence) => {
  expect(cellProblemText(problem, ['Name', ''], i18next.t)).toBe(sentence)
})

test.each(IMPORT_PROBLEMS)('a row with the problem %s has a sentence that says why', (problem) => {
  const text = rowProblemText({ problem, field: 'vendor', detail: '17' }, () => 'Vendor', i18next.t)
  expect(text).toMatch(/^[A-Z1].*\.$|^17$/)
})

test('a refused value is explained by its code, with the label that the reader knows', async () => {
  i18next.addResourceBundle('de', 'translation', await textsOf('de'))
  await i18next.changeLanguage('de')
  const refusal = { code: 'field.length', parameters: { field: 'Vendor', most: 120 } }
  const detail = 'Vendor must have at most 120 characters.'
  const text = rowProblemText(
    { problem: 'value', field: 'vendor', detail, refusal },
    () => 'Anbieter',
    i18next.t,
  )
  expect(text).toMatch(/^\P{L}?Anbieter\P{L}? darf höchstens 120 Zeichen haben\.$/u)
  await i18next.changeLanguage('en')
})

test('a plan is summed up in a sentence', () => {
  const summary = { new: 31, changed: 4, same: 0, duplicate: 2, error: 1, gone: 0 }
  expect(summaryText({ summary }, i18next.t)).toBe('31 new, 4 changed, 2 possible duplicates, 1 error')
  const none = { new: 0, changed: 0, same: 0, duplicate: 0, error: 0, gone: 0 }
  expect(summaryText({ summary: none }, i18next.t)).toBe('There is nothing to do.')
})
