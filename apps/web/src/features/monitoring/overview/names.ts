import type { NamedMember } from '@cairn/workspace/port/audit'
import type { TFunction } from 'i18next'

const NAMED = 5

/** Some names and the number of the others: 'Ada, Bo and 3 more', as the language joins them. */
export function namesOf(members: readonly NamedMember[], language: string, t: TFunction): string {
  const names = members.slice(0, NAMED).map(({ name }) => name)
  const others = members.length - names.length
  const shown = others === 0 ? names : [...names, t('{{count}} more', { count: others })]
  return new Intl.ListFormat(language).format(shown)
}
