import { DELETED_FIELD_DAYS, type OwnField } from '@cairn/workspace/port/records/own-fields'
import { Archive, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import type { useWriteField } from './use-write-field.ts'

interface FieldEndProps {
  field: OwnField
  /** The write in progress: the editor around it is disabled meanwhile. */
  writing: ReturnType<typeof useWriteField>
  /** Leaves at once, or asks first where something would be lost. */
  leave: (go: () => void) => void
  onDone: () => void
}

/** The ways to end a field: it is hidden and keeps its values, or is deleted with them. */
export function FieldEnd({ field, writing, leave, onDone }: FieldEndProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { write, isWriting } = writing
  const { name: description } = field
  const retire = () =>
    write({ run: (part) => part.retire(field), done: { title: t('Field retired'), description }, onDone })
  const remove = () =>
    write({ run: (part) => part.remove(field), done: { title: t('Field deleted'), description }, onDone })
  return (
    <div className="flex flex-wrap gap-2 border-t pt-4">
      <Button variant="outline" onClick={() => leave(retire)}>
        <Archive />
        {t('Retire')}
      </Button>
      <Button variant="outline" onClick={() => leave(() => setAsking(true))}>
        <Trash2 />
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Delete {{name}}?', { name: field.name })}
        description={t('The field and its values disappear. For {{days}} days you can bring them back.', {
          days: DELETED_FIELD_DAYS,
        })}
        confirmLabel={t('Delete')}
        destructive
        pending={isWriting}
        onConfirm={remove}
      />
    </div>
  )
}
