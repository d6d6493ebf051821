import type { HandoverPart } from '@cairn/workspace/port/records/handovers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { PassOnDialog } from './pass-on-dialog.tsx'
import { useAnswerHandovers } from './use-answer-handovers.ts'
import { useRefusedAct } from './use-refused-act.ts'

interface HandoverButtonsProps {
  handover: { id: string; part: HandoverPart; recordName: string }
  onAnswered?: () => void
}

/** The two answers to a handover. */
export function HandoverButtons({ handover, onAnswered }: HandoverButtonsProps) {
  const { t } = useTranslation()
  const { id, part, recordName } = handover
  const [isPassingOn, setPassingOn] = useState(false)
  const { save, isSaving } = useAnswerHandovers(onAnswered)
  const close = () => setPassingOn(false)
  const { refusal, forget, onError } = useRefusedAct(close)
  const which = { ids: [id] }
  return (
    <div className="flex shrink-0 gap-2">
      <Button
        data-accept
        size="sm"
        pending={isSaving && !isPassingOn}
        aria-label={t('Accept {{record}}', { record: recordName })}
        onClick={() => save({ which, answer: { answer: 'accept' } })}
      >
        {t('Accept')}
      </Button>
      <Button
        size="sm"
        variant="outline"
        disabled={isSaving}
        aria-label={t('Pass on {{record}}', { record: recordName })}
        onClick={() => {
          forget()
          setPassingOn(true)
        }}
      >
        {t('Pass on')}
      </Button>
      {isPassingOn && (
        <PassOnDialog
          recordName={recordName}
          part={part}
          pending={isSaving}
          refusal={refusal}
          onClose={close}
          onPassOn={(to) => save({ which, answer: { answer: 'pass-on', to } }, { onSuccess: close, onError })}
        />
      )}
    </div>
  )
}
