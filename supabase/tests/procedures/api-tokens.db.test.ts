import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

type Tx = postgres.TransactionSql

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const made = z.object({ id: z.string(), token: z.string() })
type Made = z.infer<typeof made>

interface Wanted {
  name?: string
  scopes?: readonly string[]
  days?: number | null
  serviceAccount?: string | null
}

async function make(
  tx: Tx,
  { name = 'Nightly', scopes = ['systems:read'], days = 30, serviceAccount = null }: Wanted = {},
): Promise<Made> {
  const [row] = await tx`
    select public.make_api_token(${name}, ${`{${scopes.join()}}`}::text[], ${days}, ${serviceAccount}) as made`
  return made.parse(row?.['made'])
}

async function rotate(tx: Tx, id: string, overlapHours = 24): Promise<Made> {
  const [row] = await tx`select public.rotate_api_token(${id}, 90, ${overlapHours}) as made`
  return made.parse(row?.['made'])
}

const claims = z.object({
  sub: z.string(),
  scope: z.string(),
  token_id: z.string(),
  role: z.literal('authenticated'),
})

/** The claims that a server reads for the holder of a token, or its refusal. */
async function whoHolds(sql: postgres.Sql | Tx, token: string) {
  const [row] = await sql<{ claims: string }[]>`
    select private.claims_of_token(private.token_hash(${token})) as claims`
  return claims.parse(JSON.parse(row?.claims ?? ''))
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Does work as a person, and keeps the result. */
const kept = <T>(as: Person, work: (tx: Tx) => Promise<T>) => stage.as(as, work, { keep: true })

const UNKNOWN = { code: 'PT401', message: 'This API token is unknown, or was revoked.' }

describe('a token', () => {
  it('is a secret with a checksum, whose hash alone is kept', async () => {
    const { id, token } = await kept('user', (tx) => make(tx))
    expect(token).toMatch(/^cairn_[0-9a-f]{48}$/)
    const rows = await stage.admin`select t.* from public.api_tokens t where t.id = ${id}`
    const secrets = await stage.admin`select s.* from private.token_secrets s where s.token_id = ${id}`
    expect(JSON.stringify([rows, secrets])).not.toContain(token.slice(0, -4))
    expect(rows[0]).toMatchObject({ ending: token.slice(-4), owner_id: ID.user, name: 'Nightly' })
  })

  it('acts as its owner, within its scope', async () => {
    const { id, token } = await kept('user', (tx) =>
      make(tx, { scopes: ['agents:write', 'agents:read', 'agents:write'] }),
    )
    expect(await whoHolds(stage.admin, token)).toMatchObject({
      sub: ID.user,
      scope: 'agents:read agents:write',
      token_id: id,
    })
  })

  it.each<[string, Wanted, object]>([
    ['without a name', { name: '' }, { code: '23514' }],
    ['with a name too long', { name: 'x'.repeat(121) }, { code: '23514' }],
    ['with a scope that does not exist', { scopes: ['systems:admin'] }, { code: '22023' }],
    ['with one that exists and one that does not', { scopes: ['systems:read', 'x'] }, { code: '22023' }],
    ['without a scope', { scopes: [] }, { code: '23514' }],
    ['for a day', { days: 1 }, { code: '22023' }],
    [
      'without an end',
      { days: null },
      { code: '42501', message: 'Your account does not allow tokens without an end.' },
    ],
    ['for a service account that is not theirs', { serviceAccount: ID.nobody }, { code: '42501' }],
  ])('%s is refused', async (_what, wanted, expected) => {
    expect(await refusal(stage.as('user', (tx) => make(tx, wanted)))).toMatchObject(expected)
  })

  it('without an end is made where an admin allows it', async () => {
    const ends = await stage.as('admin', async (tx) => {
      await tx`update public.api_settings set tokens_without_end = true`
      const { id } = await make(tx, { days: null })
      return tx`select expires_at from public.api_tokens where id = ${id}`
    })
    expect(ends).toEqual([{ expires_at: null }])
  })

  it.each(['unplaced', 'former'] as const)(
    'is not made by somebody without an account (%s)',
    async (person) => {
      expect(await refusal(stage.as(person, (tx) => make(tx)))).toMatchObject({ code: '42501' })
    },
  )

  it('makes no token, and ends none', async () => {
    const { id } = await kept('user', (tx) => make(tx))
    const scoped = (work: (tx: Tx) => Promise<unknown>) =>
      refusal(
        stage.as('user', async (tx) => {
          await tx`
            select set_config(
              'request.jwt.claims',
              (current_setting('request.jwt.claims')::jsonb || '{"scope": "systems:write"}')::text, true
            )`
          return work(tx)
        }),
      )
    expect(await scoped((tx) => make(tx))).toMatchObject({ code: '42501' })
    expect(await scoped((tx) => rotate(tx, id))).toMatchObject({ code: '42501' })
    expect(await scoped((tx) => tx`select public.revoke_api_token(${id})`)).toMatchObject({ code: '42501' })
  })

  it('is one of fifty at the most', async () => {
    const refused = await refusal(
      stage.as({ id: ID.colleague }, async (tx) => {
        for (let count = 0; count < 50; count += 1) await make(tx)
        await make(tx)
      }),
    )
    expect(refused).toMatchObject({ code: '22023', message: 'Nobody has more than 50 tokens.' })
  })
})

describe('a token opens nothing', () => {
  it('where nobody made it', async () => {
    expect(await refusal(whoHolds(stage.admin, `cairn_${'0'.repeat(48)}`))).toMatchObject(UNKNOWN)
  })

  it('from the moment it expires', async () => {
    const { id, token } = await kept('user', (tx) => make(tx))
    await stage.admin`update public.api_tokens set expires_at = now() + interval '1 second' where id = ${id}`
    expect(await whoHolds(stage.admin, token)).toMatchObject({ sub: ID.user })
    const atItsEnd = stage.admin.begin(async (tx) => {
      await tx`update public.api_tokens set expires_at = now() where id = ${id}`
      return whoHolds(tx, token)
    })
    expect(await refusal(atItsEnd)).toMatchObject({ code: 'PT401', message: 'This API token has expired.' })
  })

  it('once it is revoked, by its owner or an admin and nobody else', async () => {
    const first = await kept('user', (tx) => make(tx))
    const second = await kept('user', (tx) => make(tx))
    const revoke = (person: Person, { id }: Made) =>
      kept(person, (tx) => tx`select public.revoke_api_token(${id})`)
    for (const person of ['viewer', { id: ID.colleague }, 'manager'] as const)
      expect(await refusal(revoke(person, first)), JSON.stringify(person)).toMatchObject({ code: '42501' })
    expect(await refusal(revoke('rival', first))).toMatchObject({ code: 'PT404' })
    await revoke('user', first)
    await revoke('admin', second)
    expect(await refusal(whoHolds(stage.admin, first.token))).toMatchObject(UNKNOWN)
    expect(await refusal(whoHolds(stage.admin, second.token))).toMatchObject(UNKNOWN)
  })

  it('once its owner has left', async () => {
    const { token } = await kept({ id: ID.deputy }, (tx) => make(tx))
    const afterwards = stage.admin.begin(async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.deputy}`
      return whoHolds(tx, token)
    })
    expect(await refusal(afterwards)).toMatchObject(UNKNOWN)
  })

  it('while its service account has no owner', async () => {
    const [account] = await stage.admin<{ id: string }[]>`
      insert into public.service_accounts (account_id, name, owner_id)
      values (${ID.acme}, 'Import of the night', ${ID.user}) returning id`
    const { token } = await kept('user', (tx) => make(tx, { serviceAccount: account?.id ?? '' }))
    expect(await whoHolds(stage.admin, token)).toMatchObject({ sub: ID.user })
    await stage.admin`update public.service_accounts set owner_id = null where account_id = ${ID.acme}`
    expect(await refusal(whoHolds(stage.admin, token))).toMatchObject({
      code: 'PT401',
      message: 'The service account of this API token has no owner.',
    })
    await stage.admin`update public.service_accounts set owner_id = ${ID.manager} where account_id = ${ID.acme}`
    expect(await whoHolds(stage.admin, token)).toMatchObject({ sub: ID.manager })
  })
})

describe('a token that is rotated', () => {
  it('keeps its identity, and its former secret for as long as was chosen', async () => {
    const first = await kept('user', (tx) => make(tx))
    const second = await kept('user', (tx) => rotate(tx, first.id))
    expect(second.id).toBe(first.id)
    expect(await whoHolds(stage.admin, first.token)).toEqual(await whoHolds(stage.admin, second.token))
    const [former] = await stage.admin`
      select extract(epoch from ends_at - now()) / 3600 as hours from private.token_secrets
      where hash = private.token_hash(${first.token})`
    expect(Number(former?.['hours'])).toBeCloseTo(24, 0)
    await stage.admin`update private.token_secrets set ends_at = now() where hash = private.token_hash(${first.token})`
    expect(await refusal(whoHolds(stage.admin, first.token))).toMatchObject(UNKNOWN)
    expect(await whoHolds(stage.admin, second.token)).toMatchObject({ token_id: first.id })
  })

  it('twice has no third secret, and without an overlap no second', async () => {
    const first = await kept('user', (tx) => make(tx))
    const second = await kept('user', (tx) => rotate(tx, first.id))
    const third = await kept('user', (tx) => rotate(tx, first.id))
    expect(await refusal(whoHolds(stage.admin, first.token))).toMatchObject(UNKNOWN)
    expect(await whoHolds(stage.admin, second.token)).toMatchObject({ token_id: first.id })
    const last = await kept('user', (tx) => rotate(tx, first.id, 0))
    expect(await refusal(whoHolds(stage.admin, second.token))).toMatchObject(UNKNOWN)
    expect(await refusal(whoHolds(stage.admin, third.token))).toMatchObject(UNKNOWN)
    expect(await whoHolds(stage.admin, last.token)).toMatchObject({ token_id: first.id })
  })

  it('is its owner’s: an admin ends tokens of others and rotates none', async () => {
    const { id } = await kept('user', (tx) => make(tx))
    expect(await refusal(stage.as('admin', (tx) => rotate(tx, id)))).toMatchObject({ code: '42501' })
    expect(await refusal(stage.as('user', (tx) => rotate(tx, id, 200)))).toMatchObject({ code: '22023' })
  })
})

it('making, rotating and revoking are in the audit log, without the secret', async () => {
  const { id, token } = await kept('user', async (tx) => {
    const { id: first } = await make(tx, { name: 'Audited' })
    return rotate(tx, first)
  })
  await kept('user', (tx) => tx`select public.revoke_api_token(${id})`)
  const entries = await stage.admin`
    select action, user_id, details from public.security_audit_log where resource_id = ${id} order by created_at, action`
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'api_token_made',
    'api_token_revoked',
    'api_token_rotated',
  ])
  expect(entries[0]).toMatchObject({
    user_id: ID.user,
    details: { name: 'Audited', scopes: ['systems:read'] },
  })
  expect(JSON.stringify(entries)).not.toContain(token)
})

it('the server notes when and from where tokens were used, of those that there are', async () => {
  const { id, token } = await kept('user', (tx) => make(tx))
  const uses = [
    { hash: await hashOf(token), used_at: '2026-11-28T09:00:00Z', address: '203.0.113.7' },
    { hash: 'nothing', used_at: '2026-11-28T09:00:00Z', address: '203.0.113.8' },
  ]
  await stage.auth`select private.note_token_uses(${JSON.stringify(uses)}::text::jsonb)`
  expect(
    await stage.admin`select last_used_at, last_used_network from public.api_tokens where id = ${id}`,
  ).toEqual([{ last_used_at: new Date('2026-11-28T09:00:00Z'), last_used_network: '203.0.113.7/32' }])
})

async function hashOf(token: string): Promise<string> {
  const [row] = await stage.admin<{ hash: string }[]>`select private.token_hash(${token}) as hash`
  return row?.hash ?? ''
}
