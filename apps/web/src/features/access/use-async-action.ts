import { useState } from 'react'

interface Attempt {
  isPending: boolean
  /** What the last run failed with; null while there is nothing to tell. */
  error: unknown
  /** Does the work, and says whether it went well; one at a time. */
  run: (work: () => Promise<void>) => Promise<boolean>
}

/** Work that a form does when it is sent, and how that went. */
export function useAsyncAction(): Attempt {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({
    isPending: false,
    error: null,
  })
  return {
    ...state,
    async run(work) {
      if (state.isPending) return false
      setState({ isPending: true, error: null })
      try {
        await work()
        setState({ isPending: false, error: null })
        return true
      } catch (error) {
        setState({ isPending: false, error })
        return false
      }
    },
  }
}
