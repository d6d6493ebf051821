import type { HandoverAnswer } from '@cairn/workspace/port/records/handovers'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { AFTER_HANDOVER } from '@/queries/records/after-handover.ts'
import { useSave } from '@/shared/form/use-save.ts'

interface Answer {
  which: { ids: readonly string[] } | { act: string }
  answer: HandoverAnswer
}

/** Accepts records that were handed to the user, or passes them on, and reloads the data that shows them. */
export function useAnswerHandovers(onAnswered: () => void = () => undefined) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const workspace = useWorkspace()
  return useSave({
    write: async ({ which, answer }: Answer) => {
      await workspace.handovers.answer(which, answer)
      return answer
    },
    done: ({ answer }) => ({ title: answer === 'accept' ? t('Accepted') : t('Passed on') }),
    failed: { title: t('Error answering the handover') },
    onSaved() {
      onAnswered()
      return Promise.all(AFTER_HANDOVER.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
