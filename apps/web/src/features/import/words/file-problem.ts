import type { Kind } from '@cairn/tables/model/table'
import type { FileProblem, Foreign } from '@cairn/tables/model/table-error'
import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

const FOREIGN: Readonly<Record<Foreign, Phrase>> = {
  picture: phrase('This is a picture. Choose a table, such as a CSV or Excel file.'),
  pdf: phrase('This is a PDF. Save its table as a CSV or Excel file.'),
  web_page: phrase('This is a web page. Save its table as a CSV or Excel file.'),
  xml: phrase('This is an XML file. Save its table as a CSV or Excel file.'),
  old_workbook: phrase('This workbook is in the old format of Excel. Save it as .xlsx.'),
  protected_workbook: phrase('This workbook has a password. Save it without one.'),
  open_document: phrase('This is an OpenDocument file. Save it as .xlsx or CSV.'),
  text_document: phrase('This is a text document. Save its table as a CSV or Excel file.'),
  archive: phrase('This is an archive. Choose a file out of it.'),
  program: phrase('This is a program. Choose a table, such as a CSV or Excel file.'),
  unknown: phrase('This file has no table that can be read. Choose a CSV, Excel, JSON or YAML file.'),
}

const FORMATS: Readonly<Record<Kind, string>> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  json: 'JSON',
  'json-lines': 'JSON Lines',
  yaml: 'YAML',
}

const MEGABYTE = 1024 * 1024

/** Why a file cannot be read, and what to do about it. */
export function fileProblemText(problem: FileProblem | { kind: 'failed' }, t: TFunction): string {
  switch (problem.kind) {
    case 'failed':
      return t('The file could not be read. Please check your connection and try again.')
    case 'empty':
      return t('There is nothing in it.')
    case 'not_a_table':
      return t(FOREIGN[problem.found])
    case 'file_too_large':
      return t('The file has {{size}} MB. At most {{max}} MB can be read.', {
        size: Math.ceil(problem.count / MEGABYTE),
        max: Math.floor(problem.most / MEGABYTE),
      })
    case 'inflates_too_far':
      return t('Unpacked, the workbook has more than {{max}} MB. Split it into several files.', {
        max: Math.floor(problem.most / MEGABYTE),
      })
    case 'too_many_columns':
      return t('The table has {{count}} columns. At most {{max}} can be read.', {
        count: problem.count,
        max: problem.most,
        defaultValue_one: 'The table has {{count}} column. At most {{max}} can be read.',
      })
    case 'too_many_rows':
      return t('The table has {{count}} rows. At most {{max}} can be read. Split it into several files.', {
        count: problem.count,
        max: problem.most,
        defaultValue_one:
          'The table has {{count}} row. At most {{max}} can be read. Split it into several files.',
      })
    case 'too_many_values':
      return t('The table has more than {{max}} filled cells. Split it into several files.', {
        max: problem.most,
      })
    case 'too_many_aliases':
      return t('The file repeats its parts more than {{max}} times. Write them out.', { max: problem.most })
    case 'too_deep':
      return t('Its lists and objects lie more than {{max}} levels deep in each other.', {
        max: problem.most,
      })
    case 'no_entries':
      return t('The file has no list of entries.')
    case 'nothing_to_register':
      return problem.parts.length === 0
        ? t('Nothing in the file can be registered.')
        : t('Nothing in the file can be registered. It has: {{parts}}.', { parts: problem.parts.join(', ') })
    case 'no_such_sheet':
      return t('The workbook has no sheet {{sheet}}.', { sheet: problem.sheet })
    case 'damaged':
      return damageText(FORMATS[problem.format], problem.line, t)
  }
}

function damageText(format: string, line: number | null, t: TFunction): string {
  return line === null
    ? t('The file is damaged, or no {{format}} file. Save it anew and try again.', { format })
    : t('The file is not valid {{format}} in line {{line}}. Correct that line and try again.', {
        format,
        line,
      })
}
