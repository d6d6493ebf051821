import type { Access } from '@cairn/workspace/port/access'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { domainOf } from '../email-domain.ts'
import { createDomainLookup } from './domain-lookup.ts'
import { type DomainStatus, UNKNOWN_DOMAIN } from './sign-up-checks.ts'

const TYPING_PAUSE_MS = 300

interface DomainWatch {
  /** The status of the domain of the address being typed, shortly after the last key. */
  status: DomainStatus
  /** Waits for the answer for a complete address. */
  ask: (email: string) => Promise<DomainStatus>
}

/** Watches the address of a sign-up for the status of its domain. */
export function useDomainStatus(access: Access, email: string): DomainWatch {
  const lookup = useRef<ReturnType<typeof createDomainLookup> | null>(null)
  const [known, setKnown] = useState<{ domain: string; status: DomainStatus } | null>(null)
  const typed = domainOf(email)
  const settled = useDebounced(typed, TYPING_PAUSE_MS)

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
    if (settled) void ask(`@${settled}`)
  }, [settled, ask])

  return { status: known?.domain === typed ? known.status : UNKNOWN_DOMAIN, ask }
}
