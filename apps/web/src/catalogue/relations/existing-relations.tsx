import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { RELATION_TYPES } from '@cairn/workspace/port/records/relation-types'
import type { Neighbours } from '@cairn/workspace/port/records/relations'
import { useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { relationQueries } from '@/queries/records/relations.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { relatedSides } from './related.ts'
import { relationWord } from './relation-words.ts'
import { relationKey } from './relations-form.ts'

/** The relations of a record in its form, each with a button that marks it: the saved form removes those marked. */
export function ExistingRelations({ kind, recordId }: { kind: CatalogueKind; recordId: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { control } = useFormContext<{ ended: readonly string[] }>()
  const { field } = useController({ name: 'ended', control })
  const { data, error, isFetching, refetch } = useQuery(relationQueries.of(useWorkspace(), kind, recordId))
  if (!data && error)
    return <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-2 w-40" />
  const { relations, hidden } = existing(recordId, data)
  if (relations.length === 0) return null
  const change = (key: string) =>
    field.onChange(
      field.value.includes(key) ? field.value.filter((one) => one !== key) : [...field.value, key],
    )
  return (
    <div>
      <p id={id} className="mt-2 text-muted-foreground text-xs">
        {t('Existing relations')}
      </p>
      <ul aria-labelledby={id} className="mt-1 divide-y rounded-md border text-sm">
        {relations.map(({ key, ...relation }) => (
          <Row key={key} {...relation} isEnded={field.value.includes(key)} onChange={() => change(key)} />
        ))}
        {hidden > 0 && (
          <li className="px-3 py-1.5 text-muted-foreground">{t('and {{count}} more', { count: hidden })}</li>
        )}
      </ul>
    </div>
  )
}

interface Existing {
  key: string
  type: string
  outgoing: boolean
  name: string
  note: string
}

/** Returns the relations that can be removed as such, and how many are not loaded. */
function existing(recordId: string, near: Neighbours): { relations: readonly Existing[]; hidden: number } {
  const related = relatedSides(recordId, near).flatMap(({ groups }) => groups.flatMap(({ items }) => items))
  const relations = related.flatMap(({ record: { id: otherId, name }, edge, outgoing }) => {
    const type = RELATION_TYPES.find((known) => known === edge.type)
    if (!edge.isRelation || type === undefined) return []
    return [{ key: relationKey({ type, outgoing, otherId }), type, outgoing, name, note: edge.note }]
  })
  const total = near.groups.reduce((sum, group) => sum + (group.isRelation ? group.total : 0), 0)
  return { relations, hidden: Math.max(total - relations.length, 0) }
}

/** A relation, which stays in its place when it is marked. */
function Row({
  type,
  outgoing,
  name,
  note,
  isEnded,
  onChange,
}: Omit<Existing, 'key'> & { isEnded: boolean; onChange: () => void }) {
  const { t } = useTranslation()
  const word = relationWord(type, outgoing)
  const relation = [word && t(word), name].filter(Boolean).join(' ')
  return (
    <li className="flex items-start gap-2 px-3 py-1">
      <span className="wrap-anywhere min-w-0 flex-1 py-1">
        <span className={cn(isEnded && 'text-muted-foreground line-through')}>{relation}</span>{' '}
        <span className="text-muted-foreground text-xs">
          {isEnded ? t('is removed when you save') : note}
        </span>
      </span>
      <IconButton
        icon={isEnded ? Undo2 : X}
        label={isEnded ? t('Keep “{{relation}}”', { relation }) : t('Remove “{{relation}}”', { relation })}
        className="size-7 shrink-0"
        onClick={onChange}
      />
    </li>
  )
}
