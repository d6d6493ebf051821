import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import type { Access } from '@/workspace/port/access.ts'
import { domainOf } from './email-domain.ts'
import { type DomainStatus, UNKNOWN_DOMAIN } from './sign-up-checks.ts'

const TYPING_PAUSE_MS = 300

/** Answers for a domain, each asked for once. A failure counts as nothing known, and may be asked for again. */
export function createDomainLookup(access: Pick<Access, 'domainStatus'>) {
  const answers = new Map<string, Promise<DomainStatus>>()
  return (domain: string): Promise<DomainStatus> => {
    const asked = answers.get(domain)
    if (asked) return asked
    const answer = access.domainStatus(domain).catch((error: unknown) => {
      logFailure('looking up the domain', error)
      answers.delete(domain)
      return UNKNOWN_DOMAIN
    })
    answers.set(domain, answer)
    return answer
  }
}

interface DomainWatch {
  /** What is known about the domain of the address being typed, shortly after the last key. */
  status: DomainStatus
  /** The answer for an address that is typed to its end; waits for it. */
  ask: (email: string) => Promise<DomainStatus>
}

/** Watches the address of a sign-up for what its domain means. */
export function useDomainStatus(access: Access, email: string): DomainWatch {
  const lookup = useRef<ReturnType<typeof createDomainLookup> | null>(null)
  const [known, setKnown] = useState<{ domain: string; status: DomainStatus } | null>(null)
  const typed = domainOf(email)
  const rested = useDebounced(typed, TYPING_PAUSE_MS)

  const ask = useCallback(
    async (address: string) => {
      const domain = domainOf(address)
      if (!domain) return UNKNOWN_DOMAIN
      lookup.current ??= createDomainLookup(access)
      const status = await lookup.current(domain)
      setKnown({ domain, status })
      return status
    },
    [access],
  )
  useEffect(() => {
    if (rested) void ask(`@${rested}`)
  }, [rested, ask])

  return { status: known?.domain === typed ? known.status : UNKNOWN_DOMAIN, ask }
}
