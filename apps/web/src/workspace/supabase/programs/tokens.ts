import type { ApiToken, ServiceAccount, TokensPart } from '@cairn/workspace/port/tokens'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { momentOf } from '../rows/records.ts'

const text = z.nullable(z.string())

const tokenRow = z.object({
  id: z.string(),
  name: z.string(),
  mine: z.boolean(),
  owner_name: text,
  service_account_id: text,
  service_account: text,
  scopes: z.array(z.string()),
  ending: z.string(),
  created_at: z.string(),
  expires_at: text,
  last_used_at: text,
  last_used_network: text,
  former_until: text,
  has_secret: z.boolean(),
})
const serviceAccountRow = z.object({
  id: z.string(),
  name: z.string(),
  purpose: z.string(),
  owner_id: text,
  owner_name: text,
  tokens: z.number(),
})
const all = z.object({
  tokens_without_end: z.boolean(),
  tokens: z.array(tokenRow),
  service_accounts: z.array(serviceAccountRow),
})
const made = z.object({ token: z.string() })

/** API tokens, each call of which but the setting of the account is a procedure. */
export function createTokens(connect: Connect): TokensPart {
  return {
    async all() {
      const found = await ask(connect, (supabase) => supabase.rpc('get_api_tokens'), all)
      return {
        allowsWithoutEnd: found.tokens_without_end,
        tokens: found.tokens.map(tokenOf),
        serviceAccounts: found.service_accounts.map(serviceAccountOf),
      }
    },
    async make({ name, scopes, days, serviceAccount }) {
      const sent = {
        ...{ name, scopes: [...scopes] },
        ...(days !== null && { days }),
        ...(serviceAccount !== null && { service_account: serviceAccount }),
      }
      return (await ask(connect, (supabase) => supabase.rpc('make_api_token', sent), made)).token
    },
    async rotate(token, days, overlapHours) {
      const sent = { token, overlap_hours: overlapHours, ...(days !== null && { days }) }
      return (await ask(connect, (supabase) => supabase.rpc('rotate_api_token', sent), made)).token
    },
    async revoke(token) {
      await ask(connect, (supabase) => supabase.rpc('revoke_api_token', { token }), z.null())
    },
    addServiceAccount: (name, purpose) =>
      ask(connect, (supabase) => supabase.rpc('add_service_account', { name, purpose }), z.string()),
    async changeServiceAccount(id, name, purpose) {
      const sent = { service_account: id, name, purpose }
      await ask(connect, (supabase) => supabase.rpc('change_service_account', sent), z.null())
    },
    async giveServiceAccount(id, receiver) {
      const sent = { service_account: id, receiver }
      await ask(connect, (supabase) => supabase.rpc('give_service_account', sent), z.null())
    },
    async deleteServiceAccount(id) {
      const sent = { service_account: id }
      await ask(connect, (supabase) => supabase.rpc('delete_service_account', sent), z.null())
    },
    async allowWithoutEnd(allowed) {
      const row = { tokens_without_end: allowed }
      await ask(
        connect,
        (supabase) => supabase.from('api_settings').upsert(row, { onConflict: 'account_id' }),
        z.null(),
      )
    },
  }
}

function tokenOf(row: z.infer<typeof tokenRow>): ApiToken {
  const { id, name, scopes, ending, service_account_id, service_account } = row
  return {
    ...{ id, name, scopes, ending },
    isMine: row.mine,
    ownerName: row.owner_name,
    serviceAccount:
      service_account_id === null || service_account === null
        ? null
        : { id: service_account_id, name: service_account },
    createdAt: new Date(row.created_at),
    expiresAt: momentOf(row.expires_at),
    lastUsedAt: momentOf(row.last_used_at),
    lastUsedFrom: row.last_used_network,
    formerUntil: momentOf(row.former_until),
    hasSecret: row.has_secret,
  }
}

function serviceAccountOf(row: z.infer<typeof serviceAccountRow>): ServiceAccount {
  const { id, name, purpose, tokens, owner_id, owner_name } = row
  return { ...{ id, name, purpose, tokens }, ownerId: owner_id, ownerName: owner_name }
}
