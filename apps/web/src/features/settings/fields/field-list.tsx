import type { OwnField, OwnFieldsPart } from '@cairn/workspace/port/records/own-fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { SortHandle } from '@/ui/sortable/sort-handle.tsx'
import { useSorting } from '@/ui/sortable/use-sorting.ts'
import { inOrder } from './field-draft.ts'
import { TYPES, typeLabel } from './field-types.ts'
import { useWriteField } from './use-write-field.ts'

interface FieldListProps {
  fields: readonly OwnField[]
  reason: string | null
  onEdit: (field: OwnField) => void
}

/** The fields of a kind in the order of the form, which an admin can change here. */
export function FieldList({ fields, reason, onEdit }: FieldListProps) {
  const { t } = useTranslation()
  const { shown, sorting } = useFieldOrder(fields)
  if (fields.length === 0)
    return (
      <p className="text-muted-foreground text-sm">
        {t('There are no fields yet. A name is enough to begin.')}
      </p>
    )
  const isSortable = reason === null && fields.length > 1
  return (
    <>
      <ul ref={sorting.listRef} aria-label={t('Fields')} className="divide-y rounded-lg border">
        {shown.map((field) => (
          <li
            key={field.id}
            className={cn('flex items-center gap-3 py-2 pr-2', isSortable ? 'pl-1' : 'pl-3')}
          >
            {isSortable && <SortHandle sorting={sorting} id={field.id} name={field.name} />}
            <FieldLine field={field} />
            <IconButton
              icon={Pencil}
              data-edits={field.id}
              label={t('Edit {{name}}', { name: field.name })}
              disabledReason={reason}
              onClick={() => onEdit(field)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sorting.said}
      </p>
    </>
  )
}

/** Returns the fields while they are being sorted. */
function useFieldOrder(fields: readonly OwnField[]) {
  const queries = useQueryClient()
  const query = ownFieldQueries.list(useWorkspace())
  // Once an order is written the list has it, a moment before its parents show it.
  const { data: known = fields } = useQuery(query)
  const { write } = useWriteField()
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const shown = inOrder(fields, order ?? known.map(({ id }) => id))
  const sorting = useSorting<HTMLUListElement>({
    ids: shown.map(({ id }) => id),
    nameOf: (id) => fields.find((field) => field.id === id)?.name ?? '',
    onMove: setOrder,
    onRest(ids) {
      setOrder(ids)
      const run = async (part: OwnFieldsPart) => {
        // Orders are written one after the other: this one starts from the positions of the one before.
        const present = queries.getQueryData(query.queryKey) ?? fields
        const ordered = inOrder(present, ids)
        await part.reorder(ordered)
        const others = present.filter(({ id }) => !ids.includes(id))
        queries.setQueryData(query.queryKey, [
          ...others,
          ...ordered.map((field, place) => ({ ...field, place })),
        ])
      }
      write({ run }, { onSettled: () => setOrder(null) })
    },
  })
  return { shown, sorting }
}

/** The name and the type of a field. */
export function FieldLine({ field }: { field: OwnField }) {
  const { t } = useTranslation()
  const { icon: Icon } = TYPES[field.type]
  const facts = [typeLabel(field, t), field.unit, field.section].filter((fact) => fact !== '')
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span dir="auto" className="truncate font-medium text-sm">
            {field.name}
          </span>
          {field.required && <Badge variant="secondary">{t('Required')}</Badge>}
        </span>
        <span className="block truncate text-muted-foreground text-xs">{facts.join(' · ')}</span>
      </span>
    </>
  )
}
