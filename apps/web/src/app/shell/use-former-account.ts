import { useState } from 'react'
import type { SessionState } from '@/session/session-state.ts'

/** The name of the account that the user belonged to when they came, or null. */
export function useFormerAccount(state: SessionState): string | null {
  const [former, setFormer] = useState<string | null>(null)
  const account = state.status === 'signed-in' ? state.membership?.account?.name : undefined
  if (account !== undefined && account !== former) setFormer(account)
  return former
}
