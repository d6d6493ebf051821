import { useState } from 'react'

interface Attempt {
  isBusy: boolean
  /** What the last attempt failed with; null while there is nothing to tell. */
  error: unknown
  /** Does the work, and says whether it went well; one at a time. */
  attempt: (work: () => Promise<void>) => Promise<boolean>
}

/** Work that a form does when it is sent, and how that went. */
export function useAttempt(): Attempt {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  return {
    ...state,
    async attempt(work) {
      if (state.isBusy) return false
      setState({ isBusy: true, error: null })
      try {
        await work()
        setState({ isBusy: false, error: null })
        return true
      } catch (error) {
        setState({ isBusy: false, error })
        return false
      }
    },
  }
}
