import type { Access } from '@cairn/workspace/port/access'
import { logFailure } from '@/lib/log.ts'
import { type DomainStatus, UNKNOWN_DOMAIN } from './sign-up-checks.ts'

/** Answers for a domain, each asked for once. A failure counts as nothing known, and is asked for again. */
export function createDomainLookup(access: Pick<Access, 'domainStatus'>) {
  const answers = new Map<string, Promise<DomainStatus>>()
  return (domain: string): Promise<DomainStatus> => {
    const asked = answers.get(domain)
    if (asked !== undefined) return asked
    const answer = access.domainStatus(domain).catch((error: unknown) => {
      logFailure('looking up the domain', error)
      answers.delete(domain)
      return UNKNOWN_DOMAIN
    })
    answers.set(domain, answer)
    return answer
  }
}
