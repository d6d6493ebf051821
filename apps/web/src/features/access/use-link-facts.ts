import { useEffect, useState } from 'react'
import { useAccess } from '@/session/context.tsx'
import type { LinkFacts, MailLink } from '@/workspace/port/access.ts'

interface Known {
  /** null until they are known. */
  facts: LinkFacts | null
  /** Why they are not; null while nothing went wrong. */
  error: unknown
}

const NOTHING: Known = { facts: null, error: null }

/** Whose link this is and what has to be shown with it. Looking uses nothing up. */
export function useLinkFacts({ tokenHash, type }: MailLink): Known & { lookAgain: () => void } {
  const access = useAccess()
  const [looked, setLooked] = useState(NOTHING)
  const [look, setLook] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look asks the same again
  useEffect(() => {
    let isCurrent = true
    setLooked(NOTHING)
    const settle = (next: Known) => isCurrent && setLooked(next)
    access.lookAtLink({ tokenHash, type }).then(
      (facts) => settle({ facts, error: null }),
      (error: unknown) => settle({ facts: null, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [access, tokenHash, type, look])
  return { ...looked, lookAgain: () => setLook(look + 1) }
}
