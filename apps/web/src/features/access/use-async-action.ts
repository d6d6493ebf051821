import { useState } from 'react'

interface AsyncAction {
  isPending: boolean
  /** The error that the last run threw; null after a success and while it runs. */
  error: unknown
  /** Runs the work, unless another run is pending. Gives whether it succeeded. */
  run: (work: () => Promise<void>) => Promise<boolean>
}

/** The state of an asynchronous action of a form or button: pending, failed, or neither. */
export function useAsyncAction(): AsyncAction {
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
