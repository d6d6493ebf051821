import type { ProviderTrialsPart } from '@cairn/workspace/port/provider-trials'
import { z } from 'zod/mini'
import type { Connect } from '../client/client.ts'
import { askOwnAuth } from '../client/own-auth.ts'

const rule = z.enum([
  'no_address',
  'trust_email',
  'email_verified',
  'google_domain',
  'tenant',
  'several_tenants',
  'xms_edov',
  'github',
])

const answer = z.union([
  z.object({ provider: z.string(), failure: z.string() }),
  z.object({
    provider: z.string(),
    claims: z.array(z.object({ name: z.string(), value: z.string() })),
    address: z.object({ email: z.nullable(z.string()), verified: z.boolean(), rule }),
    name: z.nullable(z.string()),
    picture: z.nullable(z.string()),
    outcome: z.union([
      z.object({ kind: z.enum(['member', 'new']) }),
      z.object({ kind: z.literal('own'), keeps: z.nullable(z.string()) }),
      z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
    ]),
  }),
])

/** Trial sign-ins at providers; an addition of our server. */
export function createProviderTrials(connect: Connect): ProviderTrialsPart {
  return {
    async beginTrial(provider, returnTo) {
      const query = new URLSearchParams({ redirect_to: `${window.location.origin}${returnTo}` })
      const path = `/user/provider-trials?${query}`
      const { url } = await askOwnAuth(connect, ['POST', path], z.object({ url: z.string() }), { provider })
      return url
    },

    async readTrial(code) {
      const read = await askOwnAuth(connect, ['POST', '/user/provider-trials/answer'], answer, { code })
      if ('failure' in read) return { kind: 'failed', provider: read.provider, reason: read.failure }
      const { email, verified: isVerified, rule } = read.address
      return { kind: 'said', ...read, address: { email, isVerified, rule } }
    },
  }
}
