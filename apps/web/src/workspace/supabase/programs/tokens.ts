import type { ApiToken, TokensPart } from '@cairn/workspace/port/tokens'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const text = z.nullable(z.string())

const tokenRow = renamed({
  id: z.string(),
  name: z.string(),
  mine: z.boolean(),
  ownerName: text,
  serviceAccountId: text,
  serviceAccount: text,
  scopes: z.array(z.string()),
  ending: z.string(),
  createdAt: moment,
  expiresAt: z.nullable(moment),
  lastUsedAt: z.nullable(moment),
  lastUsedNetwork: text,
  formerUntil: z.nullable(moment),
  hasSecret: z.boolean(),
})
const serviceAccountRow = renamed({
  id: z.string(),
  name: z.string(),
  purpose: z.string(),
  ownerId: text,
  ownerName: text,
  tokens: z.number(),
})
const all = renamed({
  tokensWithoutEnd: z.boolean(),
  tokens: z.array(tokenRow),
  serviceAccounts: z.array(serviceAccountRow),
})
const made = z.object({ token: z.string() })

/** API tokens, each call of which but the setting of the account is a procedure. */
export function createTokens(connect: Connect): TokensPart {
  return {
    async all() {
      const found = await askJson(connect, (supabase) => supabase.rpc('get_api_tokens'), all)
      return {
        allowsWithoutEnd: found.tokensWithoutEnd,
        tokens: found.tokens.map(tokenOf),
        serviceAccounts: found.serviceAccounts,
      }
    },
    async make({ name, scopes, days, serviceAccount }) {
      const sent = {
        ...{ name, scopes: [...scopes] },
        ...(days !== null && { days }),
        ...(serviceAccount !== null && { service_account: serviceAccount }),
      }
      return (await askJson(connect, (supabase) => supabase.rpc('make_api_token', sent), made)).token
    },
    async rotate(token, days, overlapHours) {
      const sent = { token, overlap_hours: overlapHours, ...(days !== null && { days }) }
      return (await askJson(connect, (supabase) => supabase.rpc('rotate_api_token', sent), made)).token
    },
    async revoke(token) {
      await tell(connect, (supabase) => supabase.rpc('revoke_api_token', { token }))
    },
    addServiceAccount: (name, purpose) =>
      ask(connect, (supabase) => supabase.rpc('add_service_account', { name, purpose })),
    async changeServiceAccount(id, name, purpose) {
      const sent = { service_account: id, name, purpose }
      await tell(connect, (supabase) => supabase.rpc('change_service_account', sent))
    },
    async giveServiceAccount(id, receiver) {
      const sent = { service_account: id, receiver }
      await tell(connect, (supabase) => supabase.rpc('give_service_account', sent))
    },
    async deleteServiceAccount(id) {
      const sent = { service_account: id }
      await tell(connect, (supabase) => supabase.rpc('delete_service_account', sent))
    },
    async allowWithoutEnd(allowed) {
      const row = { tokens_without_end: allowed }
      await tell(connect, (supabase) =>
        supabase.from('api_settings').upsert(row, { onConflict: 'account_id' }),
      )
    },
  }
}

function tokenOf(row: z.output<typeof tokenRow>): ApiToken {
  const { mine: isMine, serviceAccountId: id, serviceAccount: name, lastUsedNetwork, ...token } = row
  const serviceAccount = id === null || name === null ? null : { id, name }
  return { ...token, isMine, serviceAccount, lastUsedFrom: lastUsedNetwork }
}
