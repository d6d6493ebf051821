import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erase, restore, restored } from '../support/bin.ts'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('the bin', () => {
  it('takes every delete of a person and of the server, and nothing when the account itself goes', async () => {
    await stage.as('service', async (tx) => {
      await tx.unsafe(erase('systems', ID.archive))
      const [row] =
        await tx`select name, deleted_by from public.binned_records where record_id = ${ID.archive}`
      expect(row).toEqual({ name: 'Archive', deleted_by: null })
    })
    await stage.admin
      .begin(async (tx) => {
        await tx`delete from public.accounts where id = ${ID.rivals}`
        expect(await tx`select from public.binned_records`).toHaveLength(0)
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
  })

  it('says who deleted what, until when it can be had back and whether the caller may', async () => {
    const bin = (tx: postgres.TransactionSql, kind: string | null = null) =>
      tx<{ bin: { total: number; days: number; items: Record<string, unknown>[] } }[]>`
        select public.get_bin(${kind}) as bin`.then(([row]) => row?.bin)
    await stage.as('manager', async (tx) => {
      await tx.unsafe(erase('systems', ID.billing))
      await tx.unsafe(erase('agents', ID.oracle))
      const all = await bin(tx)
      expect(all).toMatchObject({ total: 2, days: 30 })
      const systems = await bin(tx, 'system')
      expect(systems?.items).toMatchObject([
        {
          kind: 'system',
          id: ID.billing,
          name: 'Billing',
          deleted_by_name: 'Mia Manager',
          may_restore: true,
        },
      ])
      await become(tx, 'user')
      const mine = await bin(tx)
      expect(
        Object.fromEntries(mine?.items.map(({ name, may_restore }) => [name, may_restore]) ?? []),
      ).toEqual({
        Billing: true,
        Oracle: false,
      })
      await become(tx, 'rival')
      expect(await bin(tx)).toMatchObject({ total: 0, items: [] })
    })
  })

  it('is purged by admins, with an entry in the audit log', async () => {
    await stage.as('admin', async (tx) => {
      await tx.unsafe(erase('systems', ID.billing))
      await tx.unsafe(erase('agents', ID.oracle))
      const [one] = await tx`select public.purge_bin(array[${ID.oracle}]::uuid[]) as purged`
      expect(one).toEqual({ purged: 1 })
      const [rest] = await tx`select public.purge_bin() as purged`
      expect(rest).toEqual({ purged: 1 })
      const entries = await tx`
        select severity, details from public.security_audit_log where action = 'bin_purged' order by details ->> 'first'`
      expect(entries.map((row) => ({ ...row }))).toEqual([
        { severity: 'high', details: { records: 1, first: [{ kind: 'agent', name: 'Oracle' }] } },
        { severity: 'high', details: { records: 1, first: [{ kind: 'system', name: 'Billing' }] } },
      ])
    })
  })

  it('is purged whatever its records are called: the entry names what it has room for', async () => {
    await stage.as('admin', async (tx) => {
      await tx`insert into public.systems (name) select repeat('🗄', 118) || n from generate_series(10, 40) n`
      await tx`delete from public.systems where name like '🗄%'`
      const [purged] = await tx`select public.purge_bin() as purged`
      expect(purged).toEqual({ purged: 31 })
      const [entry] = await tx`
        select details -> 'records' as records, details -> 'first' -> 19 ->> 'name' as name
        from public.security_audit_log where action = 'bin_purged'`
      expect(entry).toEqual({ records: 31, name: `${'🗄'.repeat(59)}…` })
    })
  })
})

describe('attacks on the bin', () => {
  const GONE = [
    ['systems', ID.ledger],
    ['solutions', ID.intranet],
    ['agents', ID.oracle],
    ['automations', ID.reminders],
  ] as const
  const attempt = (actor: Actor, statement: string) =>
    stage.as('manager', async (tx) => {
      for (const [table, id] of GONE) await tx.unsafe(erase(table, id))
      await become(tx, actor)
      return tx
        .savepoint((nested) => nested.unsafe(statement))
        .then(
          (rows) => rows.count,
          (error: { code?: string }) => error.code,
        )
    })

  it('restoring: viewers, users who may not delete it, other accounts, strangers and the service key', async () => {
    for (const [, id] of GONE) {
      expect(await attempt('viewer', restore([id]))).toBe('42501')
      expect(await attempt('user', restore([id]))).toBe('42501')
      for (const actor of ['rival', 'unplaced', 'former', 'service'] as const)
        expect(await attempt(actor, restore([id]))).toBe('PT404')
      expect(await attempt('anonymous', restore([id]))).toBe('42501')
    }
  })

  it('restoring what one may together with what one may not restores neither', async () => {
    await stage.as('manager', async (tx) => {
      await tx.unsafe(erase('systems', ID.ledger))
      await tx.unsafe(erase('systems', ID.billing))
      await become(tx, 'user')
      await expect(tx.savepoint((nested) => restored(nested, [ID.billing, ID.ledger]))).rejects.toMatchObject(
        {
          code: '42501',
        },
      )
      expect(await restored(tx, [ID.billing])).toHaveLength(1)
    })
  })

  it('more than two thousand are not restored at once, and refused plainly', async () => {
    const many = (count: number) =>
      stage.as('admin', (tx) => tx.unsafe(restore(Array.from({ length: count }, () => ID.nobody))))
    await expect(many(2001)).rejects.toMatchObject({
      code: '22023',
      message: 'You can restore at most 2,000 records at once.',
    })
    await expect(many(2000)).rejects.toMatchObject({ code: 'PT404' })
    expect(await stage.outcome('admin', 'select public.restore_from_bin(null)')).toEqual({ refused: '22023' })
  })

  it('purging is for admins of the account', async () => {
    for (const actor of ['anonymous', 'unplaced', 'former', 'viewer', 'user', 'manager', 'service'] as const)
      expect(await attempt(actor, 'select public.purge_bin()')).toBe('42501')
    await stage.as('manager', async (tx) => {
      await tx.unsafe(erase('systems', ID.ledger))
      await become(tx, 'rival')
      const [row] = await tx`select public.purge_bin(array[${ID.ledger}]::uuid[]) as purged`
      expect(row).toEqual({ purged: 0 })
    })
  })

  it('the helpers behind it are closed', async () => {
    for (const statement of [
      `select private.restore_records('{${ID.ledger}}')`,
      `select private.reinsert_records_of_kind('system', '[]')`,
      `select private.insert_into_bin('${ID.acme}', 'system', '{${ID.billing}}')`,
      `select private.empty_bins(0, 1000)`,
      `select private.restore_departed_owners('[]', '{}')`,
    ])
      for (const actor of ['viewer', 'admin', 'service'] as const)
        expect(await attempt(actor, statement)).toBe('42501')
  })
})
