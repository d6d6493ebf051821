import type { Access } from '@cairn/workspace/port/access'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const domainAnswer = z.object({ blacklisted: z.boolean(), first: z.boolean() })

/** Looks up the facts about a domain that the sign-up form needs. */
export function createDomainStatus(connect: Connect): Access['domainStatus'] {
  return (domain) =>
    askJson(
      connect,
      (supabase) => supabase.rpc('signup_domain_status', { domain_param: domain }),
      domainAnswer,
    )
}
