import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`delete from public.discovered_callers`
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const found = z.object({
  has_address: z.boolean(),
  waiting: z.number(),
  refused: z.number(),
  items: z.array(
    z.looseObject({ id: z.string(), name: z.string(), calls: z.number(), note: z.nullable(z.string()) }),
  ),
})

async function discovered(tx: Tx, state = 'waiting') {
  const [row] = await tx`select public.get_discovered(${state}) as found`
  return found.parse(row?.['found'])
}

/** Makes the address of Acme, and gives its token. */
async function address(tx: Tx): Promise<string> {
  const [row] = await tx`select public.make_discovery_address() ->> 'token' as token`
  return z.string().parse(row?.['token'])
}

async function call(tx: Tx, token: string, name: string, note: string | null = null) {
  const [row] = await tx`select public.ping(${token}, name => ${name}, note => ${note}) as answer`
  return row?.['answer']
}

const GONE = { code: 'PT404' }

describe('an unknown caller', () => {
  it('waits under its name, in whatever case, with its calls and its last note', () =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      for (const [name, note] of [
        ['nightly backup', 'a'],
        ['Nightly Backup', 'b'],
        ['<b>other</b>', null],
      ] as const)
        expect(await call(tx, token, name, note)).toBe('OK')
      const { items, has_address, waiting } = await discovered(tx)
      expect({ has_address, waiting }).toEqual({ has_address: true, waiting: 2 })
      expect(items.map(({ name, calls, note }) => [name, calls, note]).sort()).toEqual([
        ['<b>other</b>', 1, null],
        ['nightly backup', 2, 'b'],
      ])
    }))

  it.each(['', ' ', 'x'.repeat(121)])('cannot have the name %#', (name) =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      expect(await call(tx, token, name)).toMatchObject(GONE)
      expect((await discovered(tx)).items).toEqual([])
    }),
  )

  it('is one of five hundred: the one that called longest ago goes', async () => {
    await stage.admin`
      insert into public.discovered_callers (account_id, name, last_at)
      select ${ID.acme}, 'job ' || n, now() - make_interval(hours => n) from generate_series(1, 500) as n`
    await stage.as('admin', async (tx) => {
      await call(tx, await address(tx), 'new')
      const { waiting, items } = await discovered(tx)
      expect(waiting).toBe(500)
      expect(items.map(({ name }) => name)).not.toContain('job 500')
      expect(items[0]?.name).toBe('new')
    })
    await stage.admin`delete from public.discovered_callers`
  })

  it('is none of another account, and none without an address', () =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      await call(tx, token, 'job')
      await tx`select public.revoke_discovery_address()`
      expect(await call(tx, token, 'job')).toMatchObject(GONE)
      await become(tx, 'rival')
      await expect(tx.savepoint((inner) => discovered(inner))).resolves.toMatchObject({ waiting: 0 })
    }))
})

describe('an admin', () => {
  it('joins a caller to a record: its calls are runs', () =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      await call(tx, token, 'invoices')
      const [caller] = (await discovered(tx)).items
      await tx`select public.join_discovered(${caller?.id ?? null}, 'automation', ${ID.invoices})`
      expect((await discovered(tx)).items).toEqual([])
      expect(await call(tx, token, 'Invoices', 'ran')).toBe('OK')
      const [row] = await tx`select public.get_runs(${OWN.heartbeat}) -> 0 ->> 'note' as note`
      expect(row?.['note']).toBe('ran')
    }))

  it('registers a caller as a record that lives', () =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      await call(tx, token, 'stock sync')
      const [caller] = (await discovered(tx)).items
      const [made] = await tx`
        select public.register_discovered(${caller?.id ?? null}, 'automation', 'Stock sync', 'Other') as id`
      expect(await call(tx, token, 'stock sync')).toBe('OK')
      const [row] = await tx`
        select public.get_heartbeats('automation', array[${made?.['id'] ?? null}::uuid]) -> 0 ->> 'state' as state`
      expect(row?.['state']).toBe('on_time')
    }))

  it('refuses a caller for good, and takes that back', () =>
    stage.as('admin', async (tx) => {
      const token = await address(tx)
      await call(tx, token, 'job')
      const [caller] = (await discovered(tx)).items
      await tx`select public.refuse_discovered(array[${caller?.id ?? null}::uuid])`
      expect(await call(tx, token, 'job')).toMatchObject(GONE)
      expect(await discovered(tx)).toMatchObject({ waiting: 0, refused: 1 })
      await tx`select public.refuse_discovered(array[${caller?.id ?? null}::uuid], false)`
      expect(await call(tx, token, 'job')).toBe('OK')
    }))

  it('alone does that', async () => {
    for (const statement of [
      'select public.make_discovery_address()',
      'select public.revoke_discovery_address()',
      'select public.get_discovered()',
      `select public.refuse_discovered('{}')`,
      `select public.join_discovered('${ID.acme}', 'automation', '${ID.invoices}')`,
    ])
      expect(await stage.outcome('manager', statement)).toEqual({ refused: '42501' })
  })
})
