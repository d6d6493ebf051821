import type { Translate } from './translate.ts'

/** A date in a calendar: a renewal, a custom field of type date, or maintenance of a record. */
export interface CalendarDate {
  what: 'renewal' | 'field' | 'maintenance'
  /** The name of the custom field. */
  field: string | null
  record: string
}

/** The title of a date in a calendar, in the reader's language. */
export function calendarTitle({ what, field, record }: CalendarDate, t: Translate): string {
  switch (what) {
    case 'renewal':
      return t('{{record}} renews or ends', { record })
    case 'field':
      return t('{{field}}: {{record}}', { field, record })
    case 'maintenance':
      return t('Maintenance: {{record}}', { record })
  }
}
