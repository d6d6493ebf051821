import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader } from '@/ui/dialog.tsx'
import { Field } from '@/ui/field.tsx'
import type { HandoverPart, Receiver } from '@/workspace/port/handovers.ts'
import { ReceiverChoice, useReceiverOptions } from './receiver-choice.tsx'

interface PassOnDialogProps {
  recordName: string
  part: HandoverPart
  pending: boolean
  onPassOn: (to: Receiver | null) => void
  onClose: () => void
}

/** Asks to whom the user passes on what they were handed. */
export function PassOnDialog({ recordName, part, pending, onPassOn, onClose }: PassOnDialogProps) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const options = useReceiverOptions(personId ?? '', t('Nobody'))
  const [to, setTo] = useState<Receiver | null>(null)
  return (
    <Dialog open onOpenChange={() => !pending && onClose()}>
      <DialogContent>
        <DialogHeader
          title={t('Pass on {{record}}', { record: recordName })}
          description={
            part === 'owner'
              ? t('Whoever you choose owns it at once, and is asked in turn. With nobody it has no owner.')
              : t('Whoever you choose is its expert at once, and is asked in turn.')
          }
        />
        <DialogBody>
          <Field label={t('Pass on to')}>
            <ReceiverChoice label={t('Pass on to')} options={options[part]} value={to} onChange={setTo} />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button pending={pending} onClick={() => onPassOn(to)}>
            {t('Pass on')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
