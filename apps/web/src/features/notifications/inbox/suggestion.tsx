import type { InboxRecord } from '@cairn/workspace/port/inbox'
import type { Suggestion } from '@cairn/workspace/port/suggestions'
import { useTranslation } from 'react-i18next'
import { useKnownFields } from '@/catalogue/fields/use-known-fields.ts'
import { describeChange } from '@/catalogue/history/describe-change.ts'
import { ValueChange } from '@/catalogue/history/value-change.tsx'
import { useAnswerSuggestion } from '@/catalogue/suggestions/use-answer-suggestion.ts'
import { Button } from '@/ui/button/button.tsx'

interface SuggestedChangeProps {
  record: InboxRecord
  suggestion: Suggestion
  /** Whether the name of the program stands before it. */
  hasClient: boolean
}

/** The field and its values: 'Status: Active → Inactive'. */
export function SuggestedChange({ record, suggestion, hasClient }: SuggestedChangeProps) {
  const { t, i18n } = useTranslation()
  const fields = useKnownFields(record.kind) ?? []
  const names = {
    person: (id: string) => id,
    system: (id: string) => id,
    record: (id: string) => id,
    ...{ fields, t, language: i18n.language },
  }
  return describeChange(suggestion, names).map((value) => (
    <span key={value.label}>
      {hasClient && ' · '}
      {value.label}: <ValueChange {...value} />
    </span>
  ))
}

interface SuggestionButtonsProps {
  suggestion: Suggestion
  /** The id of the sentence beside them. */
  describedBy: string
}

/** The two answers to a suggestion. */
export function SuggestionButtons({ suggestion, describedBy }: SuggestionButtonsProps) {
  const { t } = useTranslation()
  const { answer, isAnswering } = useAnswerSuggestion()
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-describedby={describedBy}
        pending={isAnswering}
        onClick={() => answer({ suggestion, accept: false })}
      >
        {t('Dismiss')}
      </Button>
      <Button
        data-accept
        size="sm"
        aria-describedby={describedBy}
        pending={isAnswering}
        onClick={() => answer({ suggestion, accept: true })}
      >
        {t('Accept')}
      </Button>
    </>
  )
}
