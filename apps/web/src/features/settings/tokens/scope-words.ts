import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'

/** Describes the permissions of a token. An unknown scope is shown by its name. */
export function scopeWords(scopes: readonly string[], t: TFunction): readonly string[] {
  const known = new Map<string, string>([
    ...CATALOGUE_KINDS.flatMap((kind): [string, string][] => {
      const { table, title } = CATALOGUES[kind]
      const things = t(title)
      return [
        [`${table}:read`, t('{{things}}: read', { things })],
        [`${table}:write`, t('{{things}}: read and write', { things })],
      ]
    }),
    ['people:read', t('People: read')],
    ['audit:read', t('Audit log: read')],
  ])
  // A scope to write includes reading.
  return scopes
    .filter((scope) => !scope.endsWith(':read') || !scopes.includes(scope.replace(/read$/, 'write')))
    .map((scope) => known.get(scope) ?? scope)
}
