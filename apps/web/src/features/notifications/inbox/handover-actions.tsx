import type { InboxLine } from '@cairn/workspace/port/inbox'
import { useTranslation } from 'react-i18next'
import { HandoverButtons } from '@/catalogue/handover/handover-buttons.tsx'
import { useAnswerHandovers } from '@/catalogue/handover/use-answer-handovers.ts'
import { Button } from '@/ui/button/button.tsx'

interface HandoverActionsProps {
  line: Extract<InboxLine, { reason: 'handover' }>
  isOpen: boolean
  /** The id of the list that is open. */
  answersId: string
  onToggle: () => void
}

/** The answers to a handover: to its record, or to all of its records, or one by one in a list below. */
export function HandoverActions({ line, isOpen, answersId, onToggle }: HandoverActionsProps) {
  const { t } = useTranslation()
  const { save, isSaving } = useAnswerHandovers()
  const { act, amount, record, single } = line
  if (single !== null) return <HandoverButtons handover={{ ...single, recordName: record.name }} />
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={isOpen ? answersId : undefined}
        onClick={onToggle}
      >
        {t('One by one')}
      </Button>
      <Button
        data-accept
        size="sm"
        pending={isSaving}
        onClick={() => save({ which: { act }, answer: { answer: 'accept' } })}
      >
        {t('Accept all {{count}}', { count: amount })}
      </Button>
    </>
  )
}
