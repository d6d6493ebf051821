import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { pathOfTag } from './tag-path.ts'
import { useTagsOf } from './use-tags.ts'

interface TagChipsProps {
  kind: CatalogueKind
  ids: readonly string[]
}

/** The tags of a record; each leads to the list of the records that have it. */
export function TagChips({ kind, ids }: TagChipsProps) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-wrap gap-1.5">
      {useTagsOf(ids).map(({ id, name, color }) => (
        <li key={id} className="flex max-w-full">
          <Link
            to={pathOfTag(CATALOGUES[kind].path, id)}
            title={t('Show all with the tag {{tag}}', { tag: name })}
            className="flex min-w-0 rounded-full py-0.5 hover:brightness-95 dark:hover:brightness-110"
          >
            <ColoredBadge color={color}>{name}</ColoredBadge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
