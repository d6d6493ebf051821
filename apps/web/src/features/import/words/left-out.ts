import type { LeftOut } from '@cairn/tables/shapes/shape'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'

/** Says what a file has and its rows do not: 'Left out: 3 nodes'. */
export function leftOutText({ because, name, count }: LeftOut, t: TFunction): string {
  switch (because) {
    case 'secret':
      return t('Left out: {{count}} passwords or tokens. They are never shown or sent.', {
        count,
        defaultValue_one: 'Left out: {{count}} password or token. It is never shown or sent.',
      })
    case 'part':
      return t('Left out as a part of a record: {{name}} ({{number}})', { name, number: count })
    case 'no_place':
      return name === ''
        ? t('Left out, because nothing here reads it: {{count}} entries', {
            count,
            defaultValue_one: 'Left out, because nothing here reads it: {{count}} entry',
          })
        : t('Left out, because a register has no place for it: {{name}} ({{number}})', {
            name,
            number: count,
          })
    case 'other_kind':
      return t('Left out, because it belongs to {{catalogue}}: {{count}} entries', {
        catalogue: catalogueTitle(name, t),
        count,
        defaultValue_one: 'Left out, because it belongs to {{catalogue}}: {{count}} entry',
      })
  }
}

function catalogueTitle(kind: string, t: TFunction): string {
  const known = CATALOGUE_KINDS.find((each) => each === kind)
  return known ? t(CATALOGUES[known].title) : kind
}
