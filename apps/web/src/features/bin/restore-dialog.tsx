import type { BinnedRecord, MissingLink, RestoredRecord } from '@cairn/workspace/port/records/bin'
import type { TFunction } from 'i18next'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { distinctKeys } from '@/lib/text/distinct-keys.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useRestoreFromBin } from './use-bin.ts'

interface NewNameDialogProps {
  record: BinnedRecord
  /** The server's refusal of the old name. */
  refusal: Error
  onRestored: (record: RestoredRecord) => void
  onClose: () => void
}

/** Asks for another name: the old one was taken while the record was in the bin. */
export function NewNameDialog({ record, refusal, onRestored, onClose }: NewNameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(record.name)
  const restore = useRestoreFromBin({ onRestored })
  const error = restore.isIdle ? refusal : restore.error
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    restore.mutate({ id: record.recordId, newName: name })
  }
  return (
    <EntityDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('Restore under another name')}
      onSubmit={submit}
      locked={restore.isPending}
      narrow
      footer={<SubmitButtons label={t('Restore')} pending={restore.isPending} onCancel={onClose} />}
    >
      <Field
        label={t('Name')}
        hint={t('Another record is now called {{name}}.', { name: record.name })}
        error={error && failureReason(error, t)}
      >
        <Input
          required
          maxLength={120}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </EntityDialog>
  )
}

/** Lists the parts that were not restored with a record. */
export function MissingDialog({ record, onClose }: { record: RestoredRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const sentences = record.missing.map((link) => missingSentence(link, t))
  const keys = distinctKeys(sentences)
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={t('{{name}} has been restored', { name: record.name })}
      narrow
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <p className="text-muted-foreground text-sm">{t('Some things could not be restored with it:')}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm">
        {sentences.map((sentence, index) => (
          <li key={keys[index]} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </EntityDialog>
  )
}

function missingSentence({ part, name, why }: MissingLink, t: TFunction): string {
  const who = personName(name || FORMER, t)
  if (part === 'owner') return t('{{name}}, its owner, has left.', { name: who })
  if (part === 'expert') return t('{{name}}, one of its experts, has left.', { name: who })
  switch (why) {
    case 'bin':
      return t('{{name}} is in the bin too. Restore it to bring the link back.', { name })
    case 'full':
      return t('{{name}} already has 100 related systems.', { name })
    case 'elsewhere':
      return t('{{name}} now belongs to another record.', { name })
    default:
      return t('{{name}} no longer exists.', { name })
  }
}
