import { DELETED_FIELD_DAYS, type OwnField } from '@cairn/workspace/port/records/own-fields'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { Button } from '@/ui/button/button.tsx'
import { FieldLine } from './field-list.tsx'
import { useWriteField } from './use-write-field.ts'

/** Retired and deleted fields, which can come back with their values. */
export function HiddenFields({ fields, reason }: { fields: readonly OwnField[]; reason: string | null }) {
  const { t, i18n } = useTranslation()
  const { write, isWriting } = useWriteField()
  const hidden = fields.filter(({ isRetired, deletedAt }) => isRetired || deletedAt !== null)
  if (hidden.length === 0) return null
  const stateOf = ({ deletedAt }: OwnField) => {
    if (deletedAt === null) return t('Retired: hidden, its values are kept.')
    const last = new Date(deletedAt.getTime() + DELETED_FIELD_DAYS * 86_400_000)
    return t('Deleted: its values are kept until {{day}}.', {
      day: formatDate(last, i18n.language),
    })
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t('Retired and deleted')}</h3>
      <ul aria-label={t('Retired and deleted')} className="divide-y rounded-lg border">
        {hidden.map((field) => (
          <li key={field.id} className="flex flex-wrap items-center gap-3 py-2 pr-2 pl-3">
            <FieldLine field={field} />
            <Button
              variant="ghost"
              size="sm"
              pending={isWriting}
              disabledReason={reason}
              aria-label={t('Bring {{name}} back', { name: field.name })}
              onClick={() =>
                write({
                  run: (part) => part.bringBack(field),
                  done: { title: t('Field brought back'), description: field.name },
                })
              }
            >
              <Undo2 />
              {t('Bring Back')}
            </Button>
            <span className="basis-full pb-1 text-muted-foreground text-xs">{stateOf(field)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
