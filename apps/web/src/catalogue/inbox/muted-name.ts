import type { InboxReason, Muted } from '@cairn/workspace/port/inbox'
import type { TFunction } from 'i18next'

/** Names what is muted: a record, or all lines of a reason. */
export function mutedName(muted: Muted, t: TFunction): string {
  return 'record' in muted ? muted.record.name : reasonName(muted.reason, t)
}

function reasonName(reason: InboxReason, t: TFunction): string {
  switch (reason) {
    case 'handover':
      return t('Handovers')
    case 'newcomer':
      return t('Newcomers')
    case 'suggestion':
      return t('Suggestions')
    case 'late':
      return t('Late and failing runs')
    case 'renewal':
      return t('Renewals')
    case 'found':
      return t('Found records')
    case 'caller':
      return t('Unknown callers')
  }
}
