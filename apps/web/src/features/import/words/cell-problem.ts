import type { CellProblem } from '@cairn/tables/model/table'
import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'
import { columnLetters, columnName } from '../reading/column-name.ts'
import type { CellFault } from '../reading/read-cell.ts'

/** Describes a problem of a cell or a header in a table that can be read all the same. */
export function cellProblemText(problem: CellProblem, head: readonly string[] | null, t: TFunction): string {
  switch (problem.kind) {
    case 'same_heads':
      return t('The columns {{columns}} have the same head: {{head}}.', {
        columns: problem.columns.map(columnLetters).join(', '),
        head: problem.head,
      })
    case 'cell_too_long':
      return t('Row {{row}}: {{column}} has {{count}} characters. At most {{max}} are possible.', {
        row: problem.row,
        column: columnName(head, problem.column),
        count: problem.count,
        max: problem.most,
        defaultValue_one: 'Row {{row}}: {{column}} has {{count}} character. At most {{max}} are possible.',
      })
    case 'unreadable_character': {
      const column = columnName(head, problem.column)
      return problem.found === 'replaced'
        ? t('Row {{row}}: {{column}} has a character that cannot be read. Check the encoding.', {
            row: problem.row,
            column,
          })
        : t('Row {{row}}: {{column}} has a character that cannot be stored.', { row: problem.row, column })
    }
    case 'odd_signs':
      return t('{{count}} signs look as if the encoding was another one. Check the encoding.', {
        count: problem.count,
        defaultValue_one: '{{count}} sign looks as if the encoding was another one. Check the encoding.',
      })
    case 'formula_error':
      return t('{{count}} cells have the error of a formula. They count as empty.', {
        count: problem.count,
        defaultValue_one: '{{count}} cell has the error of a formula. It counts as empty.',
      })
    case 'formula_not_computed':
      return t('{{count}} formulas were never computed. Their cells count as empty.', {
        count: problem.count,
        defaultValue_one: '{{count}} formula was never computed. Its cell counts as empty.',
      })
    case 'hidden_rows':
      return t('{{count}} rows are hidden in the sheet. They are read like the others.', {
        count: problem.count,
        defaultValue_one: '{{count}} row is hidden in the sheet. It is read like the others.',
      })
    case 'unclosed_quote':
      return t('Row {{row}}: a quotation mark is not closed.', { row: problem.row })
  }
}

const FAULTS: Readonly<Record<CellFault, Phrase>> = {
  no_number: phrase('no number'),
  no_date: phrase('no date'),
  impossible_date: phrase('a day that does not exist'),
  no_yes_or_no: phrase('neither yes nor no'),
  no_email: phrase('no email address'),
  no_address: phrase('no web address'),
  unknown_words: phrase('an unknown word'),
}

/** Explains why a field cannot take a cell, after the cell's text: 'Row 4: soon – no date'. */
export function faultText(fault: CellFault, t: TFunction): string {
  return t(FAULTS[fault])
}
