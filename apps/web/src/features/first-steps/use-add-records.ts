import type { NewRecords } from '@cairn/workspace/port/records/first-steps'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { useSave } from '@/shared/form/use-save.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'

interface Outcome {
  added: number
  taken: readonly string[]
}

/** Adds records of several kinds, and tells how many. What was added before a failure stays, and is left out next time. */
export function useAddRecords() {
  const { t } = useTranslation()
  const { firstSteps } = useWorkspace()
  const queries = useQueryClient()
  const refresh = (lists: readonly NewRecords[]) => {
    for (const queryKey of keysOfNews(lists.map(({ kind }) => kind)))
      void queries.invalidateQueries({ queryKey })
  }
  return useSave({
    async write(lists: readonly NewRecords[]) {
      const outcomes = []
      try {
        for (const list of lists) outcomes.push(await firstSteps.addRecords(list))
      } finally {
        refresh(lists)
      }
      return {
        added: outcomes.reduce((sum, { added }) => sum + added.length, 0),
        taken: outcomes.flatMap(({ taken }) => taken),
      }
    },
    done: (outcome) => toastOf(outcome, t),
    failed: { title: t('The records were not added') },
    onSaved: () => undefined,
  })
}

/** How many names a message has room for. */
const NAMED = 5

export function toastOf({ added, taken }: Outcome, t: TFunction): ToastInput {
  return {
    title: t('Records added: {{count}}', { count: added }),
    description:
      taken.length === 0
        ? null
        : t('Already there, and left out: {{names}}', {
            names: taken.length > NAMED ? `${taken.slice(0, NAMED).join(', ')} …` : taken.join(', '),
          }),
  }
}
