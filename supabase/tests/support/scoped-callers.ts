import type { Caller } from '@cairn/postgres/pool/caller'
import type postgres from 'postgres'
import { confirmPerson, ID } from './cast.ts'
import type { Stage } from './stage.ts'

/** A caller of the data API, and the scopes of its token; null for a person who has signed in. */
export interface ScopedCaller {
  caller: Caller
  scopes: readonly string[] | null
}

const READS = ['systems:read']
/** Everything but people. */
const WRITES = ['systems:write', 'automations:write', 'agents:write', 'solutions:write', 'audit:read']
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

/**
 * An admin's session, and the tokens and apps that act in their name: each has all rights of the admin within its
 * scope.
 */
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

/** Adds the tokens of these callers directly to the database. */
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

/** A person who owned a record in the bin, was its expert, and left. */
const LEAVER = '00000000-0000-4000-8000-0000000000d1'
export const BINNED = '00000000-0000-4000-8000-0000000005d1'

/** Gives records of all kinds owners, invited owners, experts, editors and former members, whose names could leak. */
export async function arrangeNamedPeople({ admin, as }: Pick<Stage, 'admin' | 'as'>): Promise<void> {
  await confirmPerson(admin, { id: LEAVER, email: 'lea@acme.test', metadata: { name: 'Lea Leaver' } })
  await admin.unsafe(`
    insert into public.own_fields (account_id, kind, key, name, type) values ('${ID.acme}', 'system', 'deputy', 'Deputy', 'member');
    update public.systems set owner_id = '${ID.user}', own = '{"deputy": "${ID.manager}"}' where id = '${ID.ledger}';
    update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}';
    update public.solutions set owner_id = '${ID.colleague}' where id = '${ID.portal}';
    update public.agents set owner_id = '${ID.manager}' where id = '${ID.helper}';
    update public.automations set owner_id = '${ID.deputy}' where id = '${ID.invoices}';
    insert into public.record_experts (account_id, kind, record_id, expert_id) values ('${ID.acme}', 'system', '${ID.billing}', '${ID.manager}');
    insert into public.systems (id, account_id, name, owner_id) values ('${BINNED}', '${ID.acme}', 'Wiki', '${LEAVER}');
    insert into public.record_experts (account_id, kind, record_id, expert_id) values ('${ID.acme}', 'system', '${BINNED}', '${LEAVER}')`)
  await as('admin', (tx) => tx`select public.delete_records('system', array[${BINNED}::uuid])`, {
    keep: true,
  })
  await as('admin', (tx) => tx`select public.remove_member(${LEAVER})`, { keep: true })
}
