import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

/** The records of tokens and apps through which people act: history, audit log and notifications. */
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const made = z.object({ id: z.string(), token: z.string() })

async function makeToken(name: string): Promise<z.infer<typeof made>> {
  const [row] = await stage.as(
    'user',
    (tx) => tx`select public.make_api_token(${name}, '{systems:write}', 30) as made`,
    { keep: true },
  )
  return made.parse(row?.['made'])
}

const claimsAs = (tx: Tx, claims: object) =>
  tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: ID.user, ...claims })}, true)`

const audited = async (action: string) =>
  (
    await stage.admin<{ user_id: string; details: object }[]>`
    select user_id, details from public.security_audit_log where action = ${action} order by created_at`
  ).map(({ user_id, details }) => ({ ...details, user_id }))

/** The changes of Billing through this program. */
const changed = (tx: Tx) =>
  tx`
    select changed_by, token_id, client_id, program from public.record_history
    where record_id = ${ID.billing} and field = 'description' order by changed_at desc limit 1`

describe('the history says', () => {
  it('through which token a record was changed, also when the token has ended', async () => {
    const { id } = await makeToken('CI')
    await stage.as(
      'user',
      async (tx) => {
        await claimsAs(tx, { scope: 'systems:write', token_id: id })
        await tx`update public.systems set description = 'By a script.' where id = ${ID.billing}`
      },
      { keep: true },
    )
    await stage.as('user', (tx) => tx`select public.revoke_api_token(${id})`, { keep: true })
    expect(await stage.as('user', changed)).toEqual([
      { changed_by: ID.user, token_id: id, client_id: null, program: 'CI' },
    ])
  })

  it('through which app, and nothing where a person did it', async () => {
    const [client] = await stage.admin<{ id: string }[]>`
      insert into auth.oauth_clients (registration_type, token_endpoint_auth_method, client_name, redirect_uris, grant_types)
      values ('manual', 'none', 'Report Builder', '{https://app.test/}', '{authorization_code}') returning id`
    const seen = await stage.as('user', async (tx) => {
      await claimsAs(tx, { scope: 'systems:write', client_id: client?.id })
      await tx`update public.systems set description = 'By an app.' where id = ${ID.billing}`
      const byApp = await changed(tx)
      await claimsAs(tx, {})
      await tx`update public.systems set description = 'By hand.' where id = ${ID.billing}`
      return [...byApp, ...(await changed(tx))]
    })
    expect(seen).toEqual([
      { changed_by: ID.user, token_id: null, client_id: client?.id, program: 'Report Builder' },
      { changed_by: ID.user, token_id: null, client_id: null, program: null },
    ])
  })
})

describe('the audit log has', () => {
  it('apps that are connected and disconnected', async () => {
    const [client] = await stage.admin<{ id: string }[]>`
      insert into auth.oauth_clients (registration_type, token_endpoint_auth_method, client_name, redirect_uris, grant_types)
      values ('manual', 'none', 'Planner', '{https://app.test/}', '{authorization_code}') returning id`
    await stage.auth`
      insert into auth.oauth_consents (user_id, client_id, scopes) values (${ID.user}, ${client?.id ?? ''}, '{systems:read}')`
    await stage.auth`delete from auth.oauth_consents where user_id = ${ID.user}`
    const entry = { user_id: ID.user, name: 'Planner', scopes: ['systems:read'] }
    expect([await audited('app_connected'), await audited('app_ended')]).toEqual([[entry], [entry]])
  })

  it('addresses of heartbeats that are made, rotated and revoked, never the address', async () => {
    const [given] = await stage.as(
      'admin',
      (tx) => tx`select public.give_heartbeat('automation', ${ID.reminders}) as made`,
      { keep: true },
    )
    const { id, token } = made.parse(given?.['made'])
    await stage.as('admin', (tx) => tx`select public.rotate_heartbeat(${id})`, { keep: true })
    await stage.as('admin', (tx) => tx`select public.revoke_heartbeat(${id})`, { keep: true })
    for (const action of ['made', 'rotated', 'revoked'])
      expect(await audited(`heartbeat_address_${action}`)).toEqual([{ user_id: ID.admin, name: 'Reminders' }])
    expect(JSON.stringify(await stage.admin`select l::text from public.security_audit_log l`)).not.toContain(
      token,
    )
  })

  it('the begin and the end of an import', async () => {
    await stage.admin.begin(async (tx) => {
      await claimsAs(tx, {})
      const [plan] = await tx<{ id: string }[]>`
        insert into public.imports (account_id, kind, file_name, match_key, started_by)
        values (${ID.acme}, 'system', 'all.csv', 'name', ${ID.user}) returning id`
      await tx`update public.imports set applied_at = now() where id = ${plan?.id ?? ''}`
      await tx`update public.imports set done_at = now() where id = ${plan?.id ?? ''}`
    })
    for (const action of ['import_begun', 'import_applied'])
      expect(await audited(action)).toEqual([
        { user_id: ID.user, kind: 'system', file_name: 'all.csv', records: null },
      ])
  })
})

describe('the use of a token that has ended', () => {
  const use = (token: string) =>
    stage.auth`
      select private.note_token_uses(jsonb_build_array(jsonb_build_object(
        'hash', ${sha256(token)}::text, 'used_at', now(), 'address', '203.0.113.7')))`
  /** The accounts that the server learns before it counts a request and notes a use. */
  const accountsOf = async (token: string) =>
    (
      await stage.auth`select account from private.accounts_of_tokens(jsonb_build_array(${sha256(token)}::text))`
    ).map(({ account }) => account)
  const told = async (name: string) =>
    (
      await stage.admin`
      select from public.notifications
      where kind = 'ended_token_used' and user_id = ${ID.user} and payload -> 'token' ->> 'name' = ${name}`
    ).count

  it.each([
    ['revoked', (id: string) => `public.revoke_api_token('${id}')`],
    ['rotated away', (id: string) => `public.rotate_api_token('${id}', 30, 0)`],
  ])('(%s) is reported to its owner once a day', async (name, end) => {
    const { id, token } = await makeToken(name)
    await use(token)
    expect(await told(name)).toBe(0)
    expect(await accountsOf(token)).toEqual([ID.acme])
    await stage.as('user', (tx) => tx.unsafe(`select ${end(id)}`), { keep: true })
    expect(await accountsOf(token)).toEqual([null])
    await use(token)
    await use(token)
    expect(await told(name)).toBe(1)
    await stage.admin`update private.ended_tokens set told_at = told_at - interval '25 hours'`
    await use(token)
    expect(await told(name)).toBe(2)
    await expect(stage.auth`select private.claims_of_token(${sha256(token)})`).rejects.toMatchObject({
      code: 'PT401',
    })
  })

  it('counts for no account, nor does that of one that has expired', async () => {
    const { id, token } = await makeToken('Expired')
    await stage.admin`update public.api_tokens set expires_at = now() where id = ${id}`
    expect(await accountsOf(token)).toEqual([null])
    expect(await accountsOf('made up')).toEqual([])
  })

  it('is forgotten with the end that the token had', async () => {
    const { id, token } = await makeToken('Old')
    await stage.as('user', (tx) => tx`select public.revoke_api_token(${id})`, { keep: true })
    await stage.admin`update private.ended_tokens set keep_until = now() - interval '1 s' where name = 'Old'`
    const another = await makeToken('Another')
    await stage.as('user', (tx) => tx`select public.revoke_api_token(${another.id})`, { keep: true })
    await use(token)
    expect(await told('Old')).toBe(0)
  })
})
