import type { OwnField, TypePreview } from '@cairn/workspace/port/records/own-fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { TYPES, type TypeOption, typeId, typeLabel } from './field-types.ts'
import { TypeButton } from './type-button.tsx'
import { useWriteField } from './use-write-field.ts'

interface TypeChangeProps {
  stored: OwnField
  /** Goes on at once, or asks first where something would be lost. */
  leave: (go: () => void) => void
  onDone: () => void
}

/** The type of a field, and the way to another one. */
export function TypeChange({ stored, leave, onDone }: TypeChangeProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { icon: Icon } = TYPES[stored.type]
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Icon aria-hidden className="size-4 text-muted-foreground" />
      {typeLabel(stored, t)}
      <Button variant="ghost" size="sm" onClick={() => leave(() => setOpen(true))}>
        {t('Change Type')}
      </Button>
      {isOpen && <TypeDialog stored={stored} onDone={onDone} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Counts what would become of the values before anything changes. */
function TypeDialog({ stored, onDone, onClose }: Omit<TypeChangeProps, 'leave'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const [type, setType] = useState<TypeOption | null>(null)
  const { write, isWriting } = useWriteField()
  const id = type?.id ?? typeId(stored)
  const isSame = id === typeId(stored)
  const { data, error } = useQuery({
    ...ownFieldQueries.type(useWorkspace(), stored, type ?? stored),
    enabled: !isSame,
  })
  const reason = isSame
    ? t('Choose another type.')
    : data && data.fails > 0
      ? t('Change the values that cannot be converted first.')
      : null
  const change = () =>
    type &&
    write({
      run: (part) => part.changeType(stored, type),
      done: { title: t('Type changed'), description: stored.name },
      onDone,
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Change the type of {{name}}', { name: stored.name })}
      description={t('Each value is converted, in the bin too. Where one cannot be, nothing changes.')}
      confirmLabel={t('Change Type')}
      disabledReason={reason}
      pending={isWriting || (!isSame && data === undefined && !error)}
      onConfirm={change}
    >
      <div className="flex flex-col gap-4">
        <TypeButton value={id} onChange={setType} />
        <div aria-live="polite" className="text-sm">
          {error && <p>{failureReason(error, t)}</p>}
          {!isSame && data && <Counts preview={data} />}
        </div>
      </div>
    </ConfirmDialog>
  )
}

function Counts({ preview: { converts, fails, first } }: { preview: TypePreview }) {
  const { t } = useTranslation()
  if (converts + fails === 0) return <p>{t('No record has a value.')}</p>
  return (
    <>
      <p>{t('Values that can be converted: {{number}}', { number: converts })}</p>
      {fails > 0 && <p>{t('Values that cannot be converted: {{number}}', { number: fails })}</p>}
      <ul className="mt-2 flex flex-col gap-1 text-muted-foreground text-xs empty:hidden">
        {first.map(({ id, name, value, isInBin }) => (
          <li key={id} className="wrap-anywhere">
            {isInBin ? t('{{name}} (in the bin): {{value}}', { name, value }) : `${name}: ${value}`}
          </li>
        ))}
      </ul>
    </>
  )
}
