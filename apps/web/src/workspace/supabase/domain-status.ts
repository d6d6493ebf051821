import { z } from 'zod/mini'
import type { Access } from '../port/access.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'

const domainAnswer = z.object({ blacklisted: z.boolean(), first: z.boolean() })

/** What the sign-up form must know about a domain. */
export function createDomainStatus(connect: Connect): Access['domainStatus'] {
  return (domain) =>
    ask(connect, (supabase) => supabase.rpc('signup_domain_status', { domain_param: domain }), domainAnswer)
}
