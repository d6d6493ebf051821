import type { TFunction } from 'i18next'
import type { AddressProblem } from './list-address.ts'

/** Describes the problem of an address in a sentence. */
export function addressProblemText({ part, problem }: AddressProblem, t: TFunction): string {
  switch (problem.kind) {
    case 'no such field':
      return t('The address filters by a field that is not there: {{field}}.', { field: problem.field })
    case 'no such operator':
      return t('The address filters the field {{field}} in a way that it does not have: {{word}}.', {
        field: problem.field,
        word: problem.word,
      })
    case 'no such value':
      return t('The address filters the field {{field}} by a value that it cannot have: {{word}}.', {
        field: problem.field,
        word: problem.word,
      })
    case 'wrong number of values':
      return t('The address filters the field {{field}} by too few or too many values.', {
        field: problem.field,
      })
    case 'no such tag':
      return t('The address filters by a tag that was deleted.')
    case 'too many values':
      return t('A filter has at most 100 values.')
    case 'too many conditions':
      return t('A filter has at most 50 conditions.')
    case 'too long':
      return t('The address is too long.')
    case 'no condition':
      return t('The address has a filter that cannot be read: {{word}}.', { word: shortened(problem.word) })
    case 'unknown':
      return unknownText(part, shortened(problem.word), t)
  }
}

function unknownText(part: AddressProblem['part'], word: string, t: TFunction): string {
  switch (part) {
    case 'filter':
    case 'choice':
      return t('The address filters by a choice that is not there: {{word}}.', { word })
    case 'order':
      return t('The address orders by a field that is not there: {{word}}.', { word })
    case 'grouping':
      return t('The address groups by a field that is not there: {{word}}.', { word })
    case 'columns':
      return t('The address shows a column that is not there: {{word}}.', { word })
  }
}

const LONGEST = 80

function shortened(word: string): string {
  return word.length > LONGEST ? `${word.slice(0, LONGEST)}…` : word
}
