import { type AuditFilter, SEVERITIES, type Severity } from '@cairn/workspace/port/audit'

/** The values of the filter's fields and of the address: days without a time. */
export interface AuditFields {
  action: string | null
  person: string | null
  severity: Severity | null
  /** In the format of a date field: 2026-01-31. */
  from: string | null
  /** The last day that is included. */
  until: string | null
}

export const AUDIT_FIELDS = ['action', 'person', 'severity', 'from', 'until'] as const

/**
 * Returns the part of the screen that the address names. An address with a filter is one of the log, also from before
 * the log had a separate address.
 */
export function securityViewOf(params: URLSearchParams): 'overview' | 'log' {
  return params.get('view') === 'log' || AUDIT_FIELDS.some((name) => params.has(name)) ? 'log' : 'overview'
}

const WORD = /^[a-z][a-z0-9_]{0,63}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** Returns the filter of the address. An invalid value counts as none. */
export function auditFieldsOf(params: URLSearchParams): AuditFields {
  const fitting = (name: string, pattern: RegExp) => {
    const value = params.get(name)
    return value !== null && pattern.test(value) ? value : null
  }
  const day = (name: string) => {
    const value = fitting(name, DAY)
    return value !== null && startOf(value) !== null ? value : null
  }
  return {
    action: fitting('action', WORD),
    person: fitting('person', UUID),
    severity: SEVERITIES.find((severity) => severity === params.get('severity')) ?? null,
    from: day('from'),
    until: day('until'),
  }
}

/** Returns the query for the log: whole days in the user's time zone. Null where the period ends before it begins. */
export function auditFilterOf({ action, person, severity, from, until }: AuditFields): AuditFilter | null {
  if (from !== null && until !== null && until < from) return null
  return {
    action,
    personId: person,
    severity,
    from: from === null ? null : startOf(from),
    until: until === null ? null : startOf(until, 1),
  }
}

/** Returns the midnight before a day, or so many days later; null for a day that the calendar does not have. */
function startOf(day: string, daysLater = 0): Date | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date)
  if (year < 1970 || start.getMonth() !== month - 1 || start.getDate() !== date) return null
  return new Date(year, month - 1, date + daysLater)
}
