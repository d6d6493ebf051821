import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { COVERED, type Covered, coverageRun } from '../support/coverage.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const told = z
  .object({
    weeks: z.array(z.object({ week: z.string(), ...COVERED })),
    now: z.object(COVERED),
    kinds: z.record(z.string(), z.object({ weeks: z.array(z.number()), now: z.number() })),
  })
  .nullable()

const writtenWeek = z.object({ ago: z.number(), ...COVERED })

/** Only Archive has an owner; one record of each kind has an expert. */
const OURS: Covered = { records: 9, with_owner: 1, with_second: 4 }

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

async function coverage(actor: Actor | { id: string }, before = 'select 1') {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return tx`select public.get_coverage() as answer`
  })
  return told.parse(row?.['answer'])
}

describe('coverage', () => {
  it('tells members how much of their account is covered now, and people without one nothing', async () => {
    for (const actor of ['viewer', 'user', 'manager', 'admin'] as const)
      expect((await coverage(actor))?.now).toEqual(OURS)
    expect((await coverage('rival'))?.now).toEqual({ records: 4, with_owner: 1, with_second: 3 })
    expect(await coverage('unplaced')).toBeNull()
    expect(await coverage('former')).toBeNull()
  })

  it('leaves out what is switched off', async () => {
    const off = `insert into public.app_features (feature_name, enabled) values ('systems', false)`
    expect((await coverage('admin', off))?.now).toEqual({ records: 6, with_owner: 0, with_second: 3 })
  })

  it('counts the records of each kind in the last twelve weeks, and now', async () => {
    await stage.admin`
      insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
      select ${ID.rivals}, date_trunc('week', now() at time zone 'utc')::date - days, 'system', days, 0, 0
      from unnest(array[84, 77, 7]) as days`
    const { kinds } = (await coverage('rival')) ?? {}
    await stage.admin`delete from private.coverage_weeks where account_id = ${ID.rivals}`
    expect(kinds?.['system']?.weeks.slice(0, 2)).toEqual([77, 7])
    expect(Object.values(kinds ?? {}).map(({ now }) => now)).toEqual([1, 1, 1, 1])
  })

  it('agrees with the gaps', async () => {
    const [row] = await stage.as(
      'viewer',
      (tx) => tx`
        select
          sum((g.value ->> 'no_owner')::integer)::integer as no_owner,
          sum((g.value ->> 'nobody_else')::integer)::integer as nobody_else
        from jsonb_each(public.get_gaps()::jsonb) as g`,
    )
    const { records, with_owner, with_second } = (await coverage('viewer'))?.now ?? {}
    expect(row).toEqual({
      no_owner: Number(records) - Number(with_owner),
      nobody_else: Number(records) - Number(with_second),
    })
  })

  it('is of no use to strangers, and its tables to nobody', async () => {
    expect(await stage.outcome('anonymous', 'select public.get_coverage()')).toEqual({ refused: '42501' })
    for (const actor of ['rival', 'admin', 'service'] as const) {
      for (const statement of [
        'select * from private.coverage_weeks',
        'delete from private.coverage_weeks',
        `select private.store_coverage('${ID.acme}')`,
        `select * from private.current_coverage('${ID.acme}')`,
      ])
        expect(await stage.outcome(actor, statement)).toEqual({ refused: '42501' })
    }
    expect(await stage.outcome('admin', 'select public.keep_coverage()')).toEqual({ refused: '42501' })
  })

  it('is that of the records that are there, whatever the history of this week says', async () => {
    const undo = new Error('undone')
    const covered = async (...statements: string[]) => {
      const answers: unknown[] = []
      await stage.admin
        .begin(async (tx) => {
          await become(tx, 'admin')
          // The query writes this Monday down.
          await tx`select public.get_coverage()`
          for (const statement of statements) await tx.unsafe(statement)
          await become(tx, 'admin')
          answers.push((await tx`select public.get_coverage() as answer`)[0]?.['answer'])
          throw undo
        })
        .catch((error: unknown) => expect(error).toBe(undo))
      return told.parse(answers[0])?.now
    }
    const purged = [
      `select public.delete_records('system', array['${ID.archive}'::uuid])`,
      `select public.purge_bin(array['${ID.archive}'::uuid])`,
    ]
    expect(await covered(...purged)).toMatchObject({ records: 8, with_owner: 0 })
    // Archive is the one record with an owner.
    const left = ['reset role', `delete from public.account_members where user_id = '${ID.user}'`]
    expect(await covered(...left)).toMatchObject({ records: 9, with_owner: 0 })
    const pastHistory = [
      'reset role',
      'set local session_replication_role = replica',
      `delete from public.system_experts where account_id = '${ID.acme}'`,
      'set local session_replication_role = origin',
      `select private.recount_account('${ID.acme}')`,
    ]
    expect(await covered(...pastHistory)).toEqual({ ...OURS, with_second: 3 })
    // Each line records that Archive had no owner before.
    const lines = `
      reset role;
      insert into public.record_history (account_id, kind, record_id, record_name, action, field, before, changed_at)
      select '${ID.acme}', 'system', '${ID.archive}', 'Archive', 'updated', 'owner_id', 'null', now() - n * interval '1 ms'
      from generate_series(1, 100) n`
    expect(await covered(lines)).toEqual(OURS)
  })

  it('can be asked for where nothing may be written', async () => {
    const [row] = await stage.admin.begin('read only', async (tx) => {
      await become(tx, 'viewer')
      return tx`select public.get_coverage() as answer`
    })
    expect(told.parse(row?.['answer'])?.now).toEqual(OURS)
  })
})

describe('weeks that are over', () => {
  const seeds = [1, 2, 3]
  it.each(
    seeds.flatMap((seed) => [
      { seed, read: 'each week', readEvery: 1 },
      { seed, read: 'now and then', readEvery: 5 },
      { seed, read: 'at the end', readEvery: Number.POSITIVE_INFINITY },
    ]),
  )('are as a count of that time had it: read $read, seed $seed', async ({ seed, readEvery }) => {
    const run = await coverageRun(stage, { seed, readEvery, weeks: 10 })
    const { weeks, now } = told.parse(await run.told()) ?? {}
    expect(now).toEqual(run.now)
    expect(weeks?.map(({ week: _week, ...figures }) => figures)).toEqual(run.counted)
  })

  it('are written down by the server, for all accounts and once', async () => {
    const keep = async () => (await stage.admin`select public.keep_coverage(100) as n`)[0]?.['n']
    expect(await keep()).toBeGreaterThan(1)
    expect(await keep()).toBe(0)
    await stage.admin`update private.coverage_accounts set week = week - 7 where account_id = ${ID.acme}`
    expect(await keep()).toBe(1)
  })

  it('are written down for the others, too, where one account cannot be counted', async () => {
    const undo = new Error('undone')
    const written = async (tx: postgres.ISql) =>
      (await tx`select from private.coverage_accounts where account_id = ${ID.rivals}`).length
    await stage.admin
      .begin(async (tx) => {
        await tx`delete from private.coverage_weeks`
        await tx`delete from private.coverage_accounts`
        await tx.unsafe(
          `alter table private.coverage_weeks add constraint broken check (account_id <> '${ID.acme}')`,
        )
        for (let tries = 0; tries < 60 && (await written(tx)) === 0; tries += 1)
          await tx.savepoint((nested) => nested`select public.keep_coverage(1)`).catch(() => {})
        expect(await written(tx)).toBe(1)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  })

  it('are counted in parts where much has changed, and as far back as is asked for', async () => {
    const run = await coverageRun(stage, { seed: 4, readEvery: Number.POSITIVE_INFINITY, weeks: 8 })
    const written = (tx: postgres.ISql) => tx`
      select (date_trunc('week', now() at time zone 'utc')::date - week) / 7 as ago, sum(records)::integer as records,
        sum(with_owner)::integer as with_owner, sum(with_second)::integer as with_second
      from private.coverage_weeks where account_id = ${run.account} group by week order by week desc`
    const weeksAfter = async (changes: number | null) => {
      const undo = new Error('undone')
      const rows: { ago: number }[] = []
      await stage.admin
        .begin(async (tx) => {
          await tx`
            create or replace function private.id_ranges(changes bigint) returns table (first_id uuid, last_id uuid)
            language sql as 'select rpad(to_hex(n), 32, ''0'')::uuid, rpad(to_hex(n), 32, ''f'')::uuid
              from generate_series(0, 15) n'`
          await tx`select private.store_coverage(${run.account}, ${changes})`
          rows.push(...writtenWeek.array().parse(await written(tx)))
          throw undo
        })
        .catch((error: unknown) => expect(error).toBe(undo))
      for (const { ago, ...figures } of rows) expect(figures).toEqual(run.counted.at(-1 - ago))
      return rows.map(({ ago }) => ago)
    }
    expect(await weeksAfter(null)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    // The weeks of a record that was emptied from the bin were written down before.
    const before = (await written(stage.admin)).map((row) => Number(row['ago']))
    const newest = (await weeksAfter(10)).filter((ago) => !before.includes(ago))
    expect(newest[0]).toBe(0)
    expect(newest.length).toBeLessThan(8 - before.length)
  })

  it('are kept for two years', async () => {
    await stage.admin`
      insert into private.coverage_weeks (account_id, week, kind, records, with_owner, with_second)
      select ${ID.rivals}, date_trunc('week', now() at time zone 'utc')::date - 7 * n, 'system', 1, 1, 1
      from generate_series(100, 110) n`
    await stage.admin`delete from private.coverage_weeks where account_id = ${ID.rivals} and week > now() - interval '1 month'`
    await stage.admin`select private.store_coverage(${ID.rivals})`
    const [row] = await stage.admin`
      select count(*)::integer as n from private.coverage_weeks where account_id = ${ID.rivals} and week < now() - interval '1 year'`
    expect(row).toEqual({ n: 5 })
  })
})
