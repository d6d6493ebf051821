import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/lib/moved.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { TYPES, typeLabel } from './field-types.ts'
import { useWriteField } from './use-write-field.ts'

interface FieldListProps {
  fields: readonly OwnField[]
  reason: string | null
  onEdit: (field: OwnField) => void
}

/** The fields of a kind in the order of the form. */
export function FieldList({ fields, reason, onEdit }: FieldListProps) {
  const { t } = useTranslation()
  const { write, isWriting } = useWriteField()
  const move = (index: number, by: 1 | -1) => {
    // What is shown is not yet what the press before has made of it.
    if (!isWriting) write({ run: (part) => part.reorder(moved(fields, index, index + by)) })
  }
  if (fields.length === 0)
    return (
      <p className="text-muted-foreground text-sm">
        {t('There are no fields yet. A name is enough to begin.')}
      </p>
    )
  return (
    <ul aria-label={t('Fields')} className="divide-y rounded-lg border">
      {fields.map((field, index) => (
        <li key={field.id} className="flex items-center gap-3 py-2 pr-2 pl-3">
          <FieldLine field={field} />
          <span className="flex shrink-0">
            <IconButton
              icon={ArrowUp}
              label={t('Move {{name}} up', { name: field.name })}
              disabledReason={reason ?? (index === 0 ? t('This is the first field.') : null)}
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t('Move {{name}} down', { name: field.name })}
              disabledReason={reason ?? (index === fields.length - 1 ? t('This is the last field.') : null)}
              onClick={() => move(index, 1)}
            />
            <IconButton
              icon={Pencil}
              label={t('Edit {{name}}', { name: field.name })}
              disabledReason={reason}
              onClick={() => onEdit(field)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What a field is called and of which type it is. */
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
