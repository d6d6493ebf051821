import type { AuditEntry, Severity } from '@cairn/workspace/port/audit'
import { FEATURE_NAMES } from '@cairn/workspace/port/features'
import { levelOf } from '@cairn/workspace/port/permission-level'
import type { TFunction } from 'i18next'
import { FEATURE_WORDS } from '@/shared/feature-words.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'

/** Returns the label of an entry's severity. */
export function severityLabel(severity: Severity, t: TFunction): string {
  switch (severity) {
    case 'low':
      return t('Low')
    case 'medium':
      return t('Medium')
    case 'high':
      return t('High')
  }
}

/** Returns the name of the person who caused the entry. */
export function personLabel(person: AuditEntry['person'], t: TFunction): string {
  if (person === null) return t('The server')
  return person.name ?? t('Former member')
}

/** Returns the subject of an entry, where it has one: a member, a record, a level. Null where the action says all. */
export function entrySubject(entry: AuditEntry, t: TFunction): string | null {
  const { action, resource, details, person } = entry
  if (action === 'permission_updated') return levelChange(entry, t)
  if (action === 'feature_updated') return switched(entry, t)
  if (action.endsWith('_deleted')) return textOf(details['name'])
  if (action === 'login_rate_limit_check') return failures(details['failed_attempts'], t)
  return resource.id === person?.id ? null : resource.name
}

function levelChange({ resource, details }: AuditEntry, t: TFunction): string {
  const name = resource.name ?? t('Former member')
  const [before, after] = [details['old_permission'], details['new_permission']].map((level) =>
    levelWord(level, t),
  )
  if (!after) return name
  return before
    ? t('{{name}}: {{before}} → {{after}}', { name, before, after })
    : t('{{name}}: {{after}}', { name, after })
}

function levelWord(value: unknown, t: TFunction): string | null {
  const level = levelOf(value)
  return level ? permissionLabel(level, t) : null
}

function switched({ resource, details }: AuditEntry, t: TFunction): string | null {
  if (!resource.id) return null
  const name = FEATURE_NAMES.find((known) => known === resource.id)
  const feature = name ? t(FEATURE_WORDS[name].label) : resource.id.replaceAll('_', ' ')
  return details['enabled'] === true ? t('{{feature}}: on', { feature }) : t('{{feature}}: off', { feature })
}

function failures(count: unknown, t: TFunction): string | null {
  return typeof count === 'number' ? t('{{count}} failed attempts', { count }) : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
