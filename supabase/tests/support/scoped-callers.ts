import type { Caller } from '@cairn/postgres/caller'
import type postgres from 'postgres'
import { ID } from './cast.ts'

/** A caller of the data API, and the scopes of its token; null for a person who has signed in. */
export interface ScopedCaller {
  caller: Caller
  scopes: readonly string[] | null
}

const READS = ['systems:read']
const WRITES = ['systems:write', 'automations:write', 'agents:write', 'solutions:write']
const OF_SERVICE = ['systems:read', 'audit:read']

const holder = (digit: string, scopes: readonly string[]): ScopedCaller => ({
  caller: { role: 'authenticated', claims: {}, sessionId: null, tokenHash: digit.repeat(64) },
  scopes,
})

const signedIn = (more: Record<string, string>): Caller => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: ID.admin, ...more },
  sessionId: null,
})

/** An admin's session, and what acts in their name: each has all rights of the admin but for its scope. */
export const SCOPED_CALLERS = {
  'their person': { caller: signedIn({}), scopes: null },
  'a token that reads': holder('1', READS),
  'a token that writes': holder('2', WRITES),
  'a service account': holder('3', OF_SERVICE),
  'an app with openid alone': {
    caller: signedIn({ client_id: 'https://app.test/client.json', scope: 'openid' }),
    scopes: ['openid'],
  },
} satisfies Record<string, ScopedCaller>

/** Puts the tokens of these callers in place by the back door. */
export async function arrangeTokens(admin: postgres.Sql): Promise<void> {
  const list = (scopes: readonly string[]) => `{${scopes.join()}}`
  await admin.unsafe(`
    with service as (
      insert into public.service_accounts (account_id, name, owner_id) values ('${ID.acme}', 'Nightly copy', '${ID.admin}')
      returning id
    ),
    made as (
      insert into public.api_tokens (account_id, owner_id, service_account_id, name, scopes, ending)
      select '${ID.acme}', t.owner_id, case when t.owner_id is null then s.id end, t.name, t.scopes, 'abcd'
      from service s
      cross join (values
        ('${ID.admin}'::uuid, '1', '${list(READS)}'::text[]),
        ('${ID.admin}', '2', '${list(WRITES)}'),
        (null, '3', '${list(OF_SERVICE)}')
      ) as t (owner_id, name, scopes)
      returning id, account_id, name
    )
    insert into private.token_secrets (hash, account_id, token_id)
    select repeat(m.name, 64), m.account_id, m.id from made m`)
}
