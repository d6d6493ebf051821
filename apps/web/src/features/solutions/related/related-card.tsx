import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { StatusBadge, type StatusStyle } from '@/ui/display/status-badge.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { AddPicker } from '@/ui/picker/add-picker.tsx'
import type { ListSearch } from '@/ui/picker/list-picker.tsx'

/** An item related to a solution, as the card shows it. */
export interface RelatedItem {
  id: string
  name: string
  description: string
  /** The place where it runs: its source, its platform. */
  place: string
  status: StatusStyle
  path: string
}

interface RelatedCardProps {
  title: string
  shown: readonly RelatedItem[]
  /** False for the suggested active items that are shown where nothing is linked. */
  areLinked: boolean
  candidates: readonly RelatedItem[]
  search: ListSearch | null
  isLoading: boolean
  texts: { none: string; suggestions: string; add: string; list: string; nothingToAdd: string }
  disabledReason: string | null
  onAdd: (id: string) => void
  onRemove: (id: string) => void
}

/** The items related to a solution, with buttons to add and remove them. */
export function RelatedCard(props: RelatedCardProps) {
  const { title, shown, areLinked, candidates, search, isLoading, texts, disabledReason, onAdd, onRemove } =
    props
  return (
    <Card>
      <CardHeader
        title={title}
        action={
          <AddPicker
            label={texts.add}
            listLabel={texts.list}
            options={candidates.map(({ id, name, description, place }) => ({
              id,
              label: name,
              keywords: description,
              trailing: <Badge variant="outline">{place}</Badge>,
            }))}
            search={search}
            emptyText={texts.nothingToAdd}
            disabledReason={disabledReason}
            pending={isLoading}
            onPick={onAdd}
          />
        }
      />
      <CardContent>
        {isLoading ? (
          <Skeleton className="w-40" />
        ) : (
          <p className="text-muted-foreground text-sm empty:hidden">
            {shown.length === 0 ? texts.none : !areLinked && texts.suggestions}
          </p>
        )}
        {shown.length > 0 && (
          <ul aria-label={title} className="mt-1 divide-y">
            {shown.map((item) => (
              <RelatedRow
                key={item.id}
                item={item}
                disabledReason={disabledReason}
                onRemove={areLinked ? () => onRemove(item.id) : null}
              />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

interface RelatedRowProps {
  item: RelatedItem
  disabledReason: string | null
  /** Null where there is no link to remove. */
  onRemove: (() => void) | null
}

function RelatedRow({ item, disabledReason, onRemove }: RelatedRowProps) {
  const { t } = useTranslation()
  const { name, description, place, status, path } = item
  return (
    <li className="flex items-start gap-3 py-2 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={path}
            className="min-w-0 truncate rounded-sm font-medium text-link text-sm underline-offset-3 hover:underline"
          >
            {name}
          </Link>
          <Badge variant="outline">{place}</Badge>
          <StatusBadge status={status} />
        </div>
        {description && (
          <p className="wrap-anywhere mt-0.5 line-clamp-2 text-muted-foreground text-sm">{description}</p>
        )}
      </div>
      {onRemove && (
        <IconButton
          icon={X}
          label={t('Remove {{name}}', { name })}
          disabledReason={disabledReason}
          onClick={onRemove}
        />
      )}
    </li>
  )
}
