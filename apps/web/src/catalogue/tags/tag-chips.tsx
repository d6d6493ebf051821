import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Tag } from '@cairn/workspace/port/records/tags'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { addressNow } from '../use-address.ts'
import { pathOfTag, withTagFilter } from './tag-filter.ts'
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

const SHOWN = 3

/** The same in the line of a list, as far as there is room: a press narrows the list down. */
export function TagCell({ ids }: Pick<TagChipsProps, 'ids'>) {
  const tags = useTagsOf(ids)
  const more = tags.slice(SHOWN)
  return (
    <span className="flex min-w-0 items-center gap-1">
      {tags.slice(0, SHOWN).map((tag) => (
        <FilterByTag key={tag.id} tag={tag} />
      ))}
      {more.length > 0 && (
        <span
          title={more.map(({ name }) => name).join(', ')}
          className="shrink-0 text-muted-foreground text-xs tabular-nums"
        >
          +{more.length}
        </span>
      )}
    </span>
  )
}

function FilterByTag({ tag: { id, name, color } }: { tag: Tag }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = () => {
    const next = withTagFilter(addressNow(), { ids: [id], all: false })
    void navigate({ search: next.toString() }, { replace: true })
  }
  return (
    <button
      type="button"
      onClick={filter}
      aria-label={t('Filter by {{tag}}', { tag: name })}
      title={name}
      className="flex min-w-0 cursor-pointer rounded-full py-0.5 hover:brightness-95 dark:hover:brightness-110"
    >
      <ColoredBadge color={color}>{name}</ColoredBadge>
    </button>
  )
}
