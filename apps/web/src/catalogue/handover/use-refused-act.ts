import { GuestModeError } from '@cairn/workspace/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { peopleKeys } from '@/queries/team.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'

/**
 * What becomes of a dialog whose act is refused: it stays open with the reason and all that was chosen, and the people to
 * choose from are loaded anew, for one of them may have left. Guests have nothing to lose: for them it closes.
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
