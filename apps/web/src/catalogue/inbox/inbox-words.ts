import type { InboxLine } from '@cairn/workspace/port/inbox'
import type { TFunction } from 'i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { recordPath } from '../record-path.ts'

/** Describes a line of the inbox in a sentence. */
export function inboxSentence(line: InboxLine, t: TFunction, language: string): string {
  switch (line.reason) {
    case 'handover': {
      const giver = personName(line.giver || FORMER, t)
      return line.amount === 1
        ? t('{{giver}} handed {{record}} over to you.', { giver, record: line.record.name })
        : t('{{giver}} handed {{count}} records over to you.', { giver, count: line.amount })
    }
    case 'newcomer':
      return t('{{name}} waits to be admitted.', { name: line.name })
    case 'suggestion':
      return t('An assistant suggests a change of {{record}}.', { record: line.record.name })
    case 'late':
      return line.isFailing
        ? t('{{record}} is failing.', { record: line.record.name })
        : t('{{record}} is late.', { record: line.record.name })
    case 'renewal':
      return t('{{record}} renews or ends on {{date}}.', {
        record: line.record.name,
        date: formatDate(new Date(`${line.renewsOn}T00:00`), language),
      })
    case 'found':
      return t('{{count}} found records wait for a decision.', {
        count: line.amount,
        defaultValue_one: '{{count}} found record waits for a decision.',
      })
    case 'caller':
      return t('{{count}} unknown callers wait for a decision.', {
        count: line.amount,
        defaultValue_one: '{{count}} unknown caller waits for a decision.',
      })
  }
}

/** Returns the address of a newcomer, or the name of a program that suggests something; null for other lines. */
export function inboxNote(line: InboxLine): string | null {
  switch (line.reason) {
    case 'newcomer':
      return line.email
    case 'suggestion':
      return line.suggestion.client
    case 'handover':
    case 'late':
    case 'renewal':
    case 'found':
    case 'caller':
      return null
  }
}

/** Returns where the user sees what a line is about; null for a handover of several records. */
export function inboxTarget(line: InboxLine): string | null {
  switch (line.reason) {
    case 'handover':
      return line.amount === 1 ? recordPath(line.record) : null
    case 'newcomer':
      return '/settings/security'
    case 'found':
      return '/discovery'
    case 'caller':
      return '/discovery?show=callers'
    case 'suggestion':
    case 'late':
    case 'renewal':
      return recordPath(line.record)
  }
}
