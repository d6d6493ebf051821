import { useSessionState } from '@/session/context.tsx'

/** Whether the dashboard shows the user what to do first: not once they have had enough of it. */
export function useAreFirstStepsShown(): boolean {
  const state = useSessionState()
  return state.status === 'signed-in' && !state.person.hidesFirstSteps
}
