import type { Suggestion } from '@cairn/workspace/port/suggestions'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { AFTER_HANDOVER } from '@/queries/records/after-handover.ts'
import { suggestionQueries } from '@/queries/suggestions.ts'
import { useSave } from '@/shared/form/use-save.ts'

interface Answer {
  suggestion: Suggestion
  accept: boolean
}

/** Accepts a suggestion or dismisses it, and reloads the data that shows the record. */
export function useAnswerSuggestion() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const workspace = useWorkspace()
  const { save, isSaving } = useSave({
    write: async ({ suggestion, accept }: Answer) => {
      const { accept: take, dismiss } = workspace.suggestions
      await (accept ? take : dismiss)(suggestion.id)
      return accept
    },
    done: (accepted) => ({ title: accepted ? t('Accepted') : t('Dismissed') }),
    failed: { title: t('Error answering the suggestion') },
    onSaved: () =>
      Promise.all(
        [suggestionQueries.all, ...AFTER_HANDOVER].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
  return { answer: save, isAnswering: isSaving }
}
