import type { HandoverPart, Receiver } from '@cairn/workspace/port/records/handovers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { ReceiverChoice, useReceivers } from './receiver-choice.tsx'

interface PassOnDialogProps {
  recordName: string
  part: HandoverPart
  pending: boolean
  /** Why it could not be passed on; null while it has not been refused. */
  refusal: string | null
  onPassOn: (to: Receiver | null) => void
  onClose: () => void
}

/** Asks to whom the user passes on what they were handed. Nobody is a choice like another. */
export function PassOnDialog({ recordName, part, pending, refusal, onPassOn, onClose }: PassOnDialogProps) {
  const { t } = useTranslation()
  const { personId } = useMe()
  const receivers = useReceivers(personId ?? '')
  const [to, setTo] = useState<Receiver | null | undefined>(undefined)
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={pending}
      narrow
      title={t('Pass on {{record}}', { record: recordName })}
      description={
        part === 'owner'
          ? t(
              'The person you choose becomes the owner immediately and can then accept it or pass it on. If you choose nobody, it has no owner.',
            )
          : t(
              'The person you choose becomes an expert immediately and can then accept it or pass it on. If you choose nobody, it has one expert fewer.',
            )
      }
      footer={
        <>
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            pending={pending}
            disabledReason={to === undefined ? t('First choose who gets it.') : null}
            onClick={() => to !== undefined && onPassOn(to)}
          >
            {t('Pass on')}
          </Button>
        </>
      }
    >
      <Field label={t('Pass on to')} error={refusal}>
        <ReceiverChoice
          label={t('Pass on to')}
          people={receivers[part]}
          isKnown={receivers.isKnown}
          nobody={t('Nobody')}
          value={to}
          onChange={setTo}
        />
      </Field>
    </EntityDialog>
  )
}
