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
