import type { LinkFacts, MailLink } from '@cairn/workspace/port/access'
import { useEffect, useMemo, useState } from 'react'
import { useAccess } from '@/session/context.tsx'

interface Known {
  /** null until they are known. */
  facts: LinkFacts | null
  /** Why they are not; null while nothing went wrong. */
  error: unknown
}

const NOTHING: Known = { facts: null, error: null }

/** Whose link this is and what has to be shown with it. Looking uses nothing up. */
export function useLinkFacts({ tokenHash, type }: MailLink): Known & { retry: () => void } {
  const access = useAccess()
  const [attempt, setAttempt] = useState(1)
  const request = useMemo(() => ({ link: { tokenHash, type }, attempt }), [tokenHash, type, attempt])
  const [found, setFound] = useState<Known & { by: object | null }>({ ...NOTHING, by: null })
  useEffect(() => {
    let isCurrent = true
    const settle = (known: Known) => isCurrent && setFound({ ...known, by: request })
    access.inspectLink(request.link).then(
      (facts) => settle({ facts, error: null }),
      (error: unknown) => settle({ facts: null, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [access, request])
  const { facts, error } = found.by === request ? found : NOTHING
  return { facts, error, retry: () => setAttempt(attempt + 1) }
}
