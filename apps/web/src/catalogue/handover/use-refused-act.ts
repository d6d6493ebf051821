import { GuestModeError } from '@cairn/workspace/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { peopleKeys } from '@/queries/team.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'

/**
 * Handles a refused action in a dialog: the dialog stays open with the reason and all choices, and the people to choose
 * from are loaded again, since one of them may have left. For guests, who have nothing to lose, it closes.
 */
export function useRefusedAct(close: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    refusal,
    forget: () => setRefusal(null),
    onError(error: Error) {
      if (error instanceof GuestModeError) return close()
      setRefusal(failureReason(error, t))
      for (const queryKey of [...peopleKeys, handoverQueries.all])
        void queries.invalidateQueries({ queryKey })
    },
  }
}
