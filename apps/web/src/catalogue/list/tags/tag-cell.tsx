import type { Tag } from '@cairn/workspace/port/records/tags'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ColoredBadge } from '@/ui/display/colored-badge.tsx'
import { useTagsOf } from '../../tags/use-tags.ts'
import { addressNow } from '../../use-address.ts'
import { readConditions } from '../address/condition-address.ts'
import { writeListAddress } from '../address/list-address.ts'
import { withTags } from '../conditions/tag-condition.ts'

const SHOWN = 3

/** The tags of a record in the line of a list, as far as there is room: a press narrows the list down. */
export function TagCell({ ids }: { ids: readonly string[] }) {
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
    const now = addressNow()
    const { conditions } = readConditions(now, null)
    const next = writeListAddress(now, { conditions: withTags(conditions, { ids: [id], all: false }) })
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
