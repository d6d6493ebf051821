import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { isWorthRetrying } from '@/workspace/errors.ts'
import type { HandoverPart } from '@/workspace/port/handovers.ts'
import { PassOnDialog } from './pass-on-dialog.tsx'
import { useAnswerHandovers } from './use-answer-handovers.ts'

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
  const which = { ids: [id] }
  return (
    <div className="flex shrink-0 gap-2">
      <Button
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
        onClick={() => setPassingOn(true)}
      >
        {t('Pass on')}
      </Button>
      {isPassingOn && (
        <PassOnDialog
          recordName={recordName}
          part={part}
          pending={isSaving}
          onClose={() => setPassingOn(false)}
          onPassOn={(to) =>
            save(
              { which, answer: { answer: 'pass-on', to } },
              {
                onSuccess: () => setPassingOn(false),
                onError: (error) => setPassingOn(isWorthRetrying(error)),
              },
            )
          }
        />
      )}
    </div>
  )
}
