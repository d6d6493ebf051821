import { useEffect, useState } from 'react'
import { useAccess } from '@/session/context.tsx'
import type { LinkFacts, MailLink } from '@/workspace/port/access.ts'

interface Looked {
  /** null until they are known. */
  facts: LinkFacts | null
  /** Why they are not; null while nothing went wrong. */
  error: unknown
}

/** Whose link this is and what has to be shown with it. Looking uses nothing up. */
export function useLinkFacts({ tokenHash, type }: MailLink): Looked {
  const access = useAccess()
  const [looked, setLooked] = useState<Looked>({ facts: null, error: null })
  useEffect(() => {
    let isCurrent = true
    const settle = (next: Looked) => isCurrent && setLooked(next)
    access.lookAtLink({ tokenHash, type }).then(
      (facts) => settle({ facts, error: null }),
      (error: unknown) => settle({ facts: null, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [access, tokenHash, type])
  return looked
}
