import type { ImportEffect, ImportPlan } from '@cairn/workspace/port/imports'
import type { TFunction } from 'i18next'
import type { BadgeVariant } from '@/ui/display/badge.tsx'

/** Returns the word of a row's badge for its effect. */
export function effectWord(effect: ImportEffect, t: TFunction): string {
  switch (effect) {
    case 'new':
      return t('New')
    case 'changed':
      return t('Changed')
    case 'same':
      return t('Unchanged')
    case 'duplicate':
      return t('Possible duplicate')
    case 'error':
      return t('Error')
    case 'gone':
      return t('Gone at the source')
  }
}

export const EFFECT_LOOKS: Readonly<Record<ImportEffect, BadgeVariant>> = {
  new: 'success',
  changed: 'secondary',
  same: 'neutral',
  duplicate: 'warning',
  error: 'danger',
  gone: 'outline',
}

/** Counts the rows with an effect: '31 new'. */
function effectCount(effect: ImportEffect, count: number, t: TFunction): string {
  switch (effect) {
    case 'new':
      return t('{{count}} new', { count, defaultValue_one: '{{count}} new' })
    case 'changed':
      return t('{{count}} changed', { count, defaultValue_one: '{{count}} changed' })
    case 'same':
      return t('{{count}} unchanged', { count, defaultValue_one: '{{count}} unchanged' })
    case 'duplicate':
      return t('{{count}} possible duplicates', { count, defaultValue_one: '{{count}} possible duplicate' })
    case 'error':
      return t('{{count}} errors', { count, defaultValue_one: '{{count}} error' })
    case 'gone':
      return t('{{count}} gone at the source', { count, defaultValue_one: '{{count}} gone at the source' })
  }
}

/** Returns '31 new, 4 changed, 2 possible duplicates, 1 error': the effects that occur, in this order. */
export function summaryText({ summary }: Pick<ImportPlan, 'summary'>, t: TFunction): string {
  const effects = ['new', 'changed', 'duplicate', 'error', 'same', 'gone'] as const
  const parts = effects.filter((effect) => summary[effect] > 0)
  return parts.length === 0
    ? t('There is nothing to do.')
    : parts.map((effect) => effectCount(effect, summary[effect], t)).join(', ')
}

/**
 * Returns the sum of a file's rows: 'Nothing was lost: 212 rows = 190 new + 14 possible duplicates + 6 left out + 2 errors.'
 * `leftOut` is how many rows of the file were not sent.
 */
export function sumText(
  { summary, total }: Pick<ImportPlan, 'summary' | 'total'>,
  leftOut: number,
  t: TFunction,
): string {
  const effects = ['new', 'changed', 'same', 'duplicate', 'error'] as const
  const parts = effects
    .filter((effect) => summary[effect] > 0)
    .map((effect) => effectCount(effect, summary[effect], t))
  const left =
    leftOut > 0 ? [t('{{count}} left out', { count: leftOut, defaultValue_one: '{{count}} left out' })] : []
  const rows = t('{{count}} rows', { count: total + leftOut, defaultValue_one: '{{count}} row' })
  return t('Nothing was lost: {{rows}} = {{parts}}.', { rows, parts: [...parts, ...left].join(' + ') })
}
