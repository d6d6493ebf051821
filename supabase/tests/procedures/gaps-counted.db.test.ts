import { postgresFailure } from '@cairn/postgres/wire/errors'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmPerson, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const KINDS = ['system', 'solution', 'agent', 'automation'] as const
const GAPS = ['no_owner', 'owner_left', 'owner_not_seen', 'handover_pending', 'nobody_else'] as const
const REPORTING = ['agent', 'automation']
const STEPS = 75
/** The columns that each kind needs beside a name. */
const FURTHER = { system: '', solution: '', agent: ', platform', automation: ', source' } as const
const VALUE = { system: '', solution: '', agent: ", 'OpenAI'", automation: ", 'Zapier'" } as const

const answered = z.tuple([z.object({ answer: z.unknown() })])
const listed = z.object({ total: z.number(), items: z.array(z.looseObject({ id: z.string() })) })

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  for (const kind of KINDS)
    await stage.admin.unsafe(`
      insert into public.${kind}s (account_id, name${FURTHER[kind]})
      select '${ID.acme}', 'More ' || n${VALUE[kind]} from generate_series(1, 10) n`)
})
afterAll(() => stage?.close())

/** The figures that managers read, and those from a look at each record. */
function toldAndFound() {
  return stage.admin.begin(async (tx) => {
    await become(tx, 'manager')
    const [{ answer: told }] = answered.parse(await tx`select public.get_gaps() as answer`)
    await tx`reset role`
    const found: Record<string, Record<string, number>> = {}
    for (const kind of KINDS) {
      const [switched] = await tx`select private.feature_enabled(${`${kind}s`}) as on`
      if (switched?.['on'] !== true) continue
      const figures: Record<string, number> = {}
      for (const gap of REPORTING.includes(kind) ? [...GAPS, 'never_reported'] : GAPS)
        figures[gap] = (await idsWith(tx, kind, gap)).length
      found[kind] = figures
    }
    return { told, found }
  })
}

async function idsWith(tx: postgres.TransactionSql, kind: string, ...gaps: string[]): Promise<string[]> {
  const conditions: string[] = []
  for (const gap of gaps) {
    const [row] = await tx<{ text: string }[]>`
      select private.gap_condition(${kind}, ${gap}, private.inactive_members(${ID.acme})) as text`
    conditions.push(`(${row?.text})`)
  }
  const rows = await tx.unsafe<{ id: string }[]>(
    `select t.id from public.${kind}s t where t.account_id = '${ID.acme}' and (${conditions.join(' or ')}) order by t.id`,
  )
  return rows.map(({ id }) => id)
}

/** Numbers that look random and are the same in every run (mulberry32). */
function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    upTo: (count: number) => Math.floor(roll() * count),
    of<T>(list: readonly [T, ...T[]]): T {
      return list[Math.floor(roll() * list.length)] ?? list[0]
    },
  }
}

type Dice = ReturnType<typeof dice>

/** Picks a row by chance: the same one each time. */
const anyOf = (table: string, column: string, { upTo }: Dice, where = 'true') =>
  `(select ${column} from ${table} where account_id = '${ID.acme}' and ${where} order by md5(${column}::text || '${upTo(1000)}') limit 1)`

/** Runs a statement; a refused one changes nothing, and no figure. */
const byAdmin = (statement: string) =>
  stage
    .as('admin', (tx) => tx.unsafe(statement), { keep: true })
    .catch((error: unknown) => {
      if (postgresFailure(error) === null) throw error
    })
const behind = (statement: string) => stage.admin.unsafe(statement)

type Act = (chance: Dice, kind: (typeof KINDS)[number]) => Promise<unknown>

const someIds = (chance: Dice, kind: string) =>
  `array(select id from public.${kind}s where account_id = '${ID.acme}' order by md5(id::text || '${chance.upTo(1000)}') limit 5)`
const member = (chance: Dice) =>
  anyOf('public.account_members', 'user_id', chance, `user_id not in ('${ID.manager}', '${ID.admin}')`)
const invitation = (chance: Dice) => anyOf('public.pending_invitations', 'id', chance)

const ACTS: readonly [Act, ...Act[]] = [
  (chance, kind) =>
    behind(`insert into public.${kind}s (account_id, name, owner_id${FURTHER[kind]})
      values ('${ID.acme}', 'New ' || gen_random_uuid(), ${chance.upTo(2) === 0 ? 'null' : member(chance)}${VALUE[kind]})`),
  (chance, kind) =>
    behind(`update public.${kind}s set owner_id = ${chance.upTo(3) === 0 ? 'null' : member(chance)}
      where id = ${anyOf(`public.${kind}s`, 'id', chance)}`),
  (chance, kind) =>
    byAdmin(
      `update public.${kind}s set name = name || '.', status = status where id = any (${someIds(chance, kind)})`,
    ),
  (chance, kind) =>
    byAdmin(`update public.${kind}s set invited_owner_id = ${invitation(chance)}
      where id = any (${someIds(chance, kind)})`),
  (chance) =>
    behind(`update public.pending_invitations
      set expires_at = now() ${chance.of(['+', '-'])} interval '1 day' where id = ${invitation(chance)}`),
  (chance) =>
    behind(`insert into public.pending_invitations (account_id, email, name, invited_by)
      values ('${ID.acme}', 'i${chance.upTo(1e9)}@else.test', 'Ines Invited', '${ID.admin}')`),
  (chance) =>
    behind(`update public.pending_invitations set declined_at = now()
      where declined_at is null and accepted_at is null and id = ${invitation(chance)}`),
  (chance, kind) =>
    behind(`insert into public.record_experts (account_id, kind, record_id, expert_id)
      select '${ID.acme}', '${kind}', id, ${member(chance)} from unnest(${someIds(chance, kind)}) id on conflict do nothing`),
  (chance, kind) =>
    behind(`delete from public.record_experts where record_id = any (${someIds(chance, kind)})`),
  (chance, kind) =>
    byAdmin(`select public.change_in_bulk('${kind}', '${chance.of(['owner', 'expert'])}', ${member(chance)}::text,
      ${someIds(chance, kind)})`),
  async () => {
    const [act] = await stage.admin<{ act: string }[]>`select id as act from public.acts order by id limit 1`
    if (act !== undefined) await byAdmin(`select public.undo_act('${act.act}')`)
  },
  (chance, kind) => byAdmin(`select public.delete_records('${kind}', ${someIds(chance, kind)})`),
  (chance) =>
    byAdmin(`select public.restore_from_bin(array(
      select (b ->> 'id')::uuid from jsonb_array_elements((public.get_bin()::jsonb) -> 'items') b limit ${1 + chance.upTo(9)}
    ))`),
  (chance, kind) =>
    behind(`delete from public.${kind}s where id = ${anyOf(`public.${kind}s`, 'id', chance)}`),
  (chance) => {
    const number = chance.upTo(1e9).toString().padStart(12, '0')
    const id = `00000000-0000-4000-9000-${number}`
    return confirmPerson(stage.admin, { id, email: `n${number}@acme.test`, metadata: { name: 'Nia New' } })
  },
  (chance) =>
    behind(`delete from public.account_members where user_id =
      ${anyOf('public.account_members', 'user_id', chance, "user_id::text like '%-9000-%'")}`),
  (chance) =>
    behind(`delete from auth.users where id =
      ${anyOf('public.account_members', 'user_id', chance, "user_id::text like '%-9000-%'")}`),
  (chance) =>
    behind(`update public.account_members set created_at = now() - interval '${chance.of(['1 year', '1 day'])}'
      where user_id = ${member(chance)}`),
  (chance, kind) =>
    behind(`insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      select '${ID.acme}', '${kind}', id, '${chance.of(['owner', 'expert'])}', 'Fay Former', ${member(chance)}
      from unnest(${someIds(chance, kind)}) id on conflict do nothing`),
  (chance, kind) =>
    behind(`insert into public.handovers (account_id, kind, record_id, part, giver_name, invitation_id)
      select '${ID.acme}', '${kind}', id, '${chance.of(['owner', 'expert'])}', 'Fay Former', ${invitation(chance)}
      from unnest(${someIds(chance, kind)}) id on conflict do nothing`),
  (chance) =>
    behind(`update public.handovers set state = 'accepted', answered_at = now()
      where state = 'pending' and md5(id::text || '${chance.upTo(1000)}') < '8'`),
  (chance, kind) =>
    behind(`insert into public.app_features (account_id, feature_name, enabled)
      values ('${ID.acme}', '${kind}s', ${chance.of(['true', 'true', 'false'])})
      on conflict (account_id, feature_name) do update set enabled = excluded.enabled`),
  (chance) => behind(`select public.count_changed_records(${1 + chance.upTo(40)})`),
  () => behind('select public.count_changed_records()'),
]

describe('figures of gaps', () => {
  it.each([1, 2, 3, 4])('are right after each of many changes (series %i)', async (series) => {
    const chance = dice(series)
    for (let step = 0; step < STEPS; step += 1) {
      const act = chance.of(ACTS)
      await act(chance, chance.of(KINDS))
      const { told, found } = await toldAndFound()
      expect(told, `after step ${step}: ${act}`).toEqual(found)
    }
    await behind('select public.count_changed_records()')
    const { told, found } = await toldAndFound()
    expect(told).toEqual(found)
    const counts = await behind(
      'select sum(records)::int as records from private.record_counts where records < 1',
    )
    expect(counts).toEqual([{ records: null }])
  })

  it.each([
    ['nobody_else'],
    ['no_owner', 'handover_pending'],
    ['owner_not_seen', 'owner_left', 'nobody_else'],
  ])('are those of the list (%s, %s, %s)', async (...gaps) => {
    const wanted = gaps.filter((gap) => gap !== undefined)
    await behind(`update public.app_features set enabled = true where account_id = '${ID.acme}'`)
    const { list, ids } = await stage.admin.begin(async (tx) => {
      const ids = await idsWith(tx, 'solution', ...wanted)
      await become(tx, 'viewer')
      const [{ answer }] = answered.parse(
        await tx`select public.find_records('solution', gaps => ${`{${wanted}}`}::text[]) as answer`,
      )
      return { list: listed.parse(answer), ids }
    })
    expect(list.total).toBe(ids.length)
    expect(list.items.map(({ id }) => id).sort()).toEqual(ids.slice(0, 100))
  })
})

describe('a writer', () => {
  it('waits for nobody, and is counted when they are done', async () => {
    await behind(`insert into public.system_experts (account_id, system_id, expert_id)
      values ('${ID.acme}', '${ID.billing}', '${ID.user}'), ('${ID.acme}', '${ID.billing}', '${ID.deputy}')
      on conflict do nothing`)
    const without = (person: string) =>
      `delete from public.system_experts where system_id = '${ID.billing}' and expert_id = '${person}'`
    await stage.admin.begin(async (one) => {
      await one.unsafe(without(ID.user))
      await stage.admin.begin(async (other) => {
        await other`set local lock_timeout = 1`
        await other.unsafe(without(ID.deputy))
        await other`select public.count_changed_records()`
      })
      await behind('select public.count_changed_records()')
    })
    const { told, found } = await toldAndFound()
    expect(told).toEqual(found)
    await behind('select public.count_changed_records()')
    expect((await toldAndFound()).told).toEqual(found)
  })

  it('is not blocked by a counting transaction', async () => {
    await stage.admin.begin(async (counting) => {
      await counting.unsafe(`update public.systems set owner_id = '${ID.user}' where id = '${ID.billing}'`)
      await counting`select public.count_changed_records()`
      await stage.admin.begin(async (writing) => {
        await writing`set local lock_timeout = 1`
        await writing.unsafe(`update public.systems set owner_id = '${ID.user}' where id = '${ID.ledger}'`)
        await writing`select public.count_changed_records()`
        await become(writing, 'viewer')
        await writing`select public.get_gaps()`
      })
    })
    const { told, found } = await toldAndFound()
    expect(told).toEqual(found)
  })
})

const waiting = async (account: string) =>
  (await behind(`select from private.records_to_count where account_id = '${account}'`)).length

describe('counting', () => {
  it('is done by a member who changes a thousand records', async () => {
    await behind(`
      insert into public.systems (account_id, name) select '${ID.acme}', 'Many ' || n from generate_series(1, 1000) n`)
    await behind('select public.count_changed_records(100000)')
    await behind(`
      update public.systems set owner_id = '${ID.viewer}' where account_id = '${ID.acme}' and name like 'Many %'`)
    expect(await waiting(ID.acme)).toBe(0)
    const { told, found } = await toldAndFound()
    expect(told).toEqual(found)
  })

  it('takes as long for each of many records as for each of few', async () => {
    const countedIn = async (records: number) => {
      const took: number[] = []
      for (let times = 0; times < 3; times += 1) {
        await stage.admin.begin(async (tx) => {
          await tx`set local session_replication_role = replica`
          await tx.unsafe(`
            insert into private.records_to_count (account_id, kind, record_id)
            select '${ID.acme}', 'system', s.id
            from public.systems s
            where s.account_id = '${ID.acme}' and s.name like 'Many %'
            limit ${records}`)
        })
        const began = performance.now()
        await behind(`select private.count_marked('${ID.acme}', ${records})`)
        took.push(performance.now() - began)
      }
      return Math.min(...took)
    }
    await behind(`
      insert into public.systems (account_id, name) select '${ID.acme}', 'Many more ' || n from generate_series(1, 7000) n`)
    // The planner then knows how many records are counted, and still not how many are marked.
    await behind('analyze private.counted_records')
    const [few, many] = [await countedIn(1000), await countedIn(8000)]
    expect(many / few).toBeLessThan(24)
  })

  it('goes on with the other accounts where one cannot be counted, and refuses no change', async () => {
    const touch = (account: string) =>
      behind(
        `update public.systems set owner_id = null where account_id = '${account}' and owner_id is not null`,
      )
    await behind('select public.count_changed_records(100000)')
    const broken = ID.acme < ID.rivals ? ID.acme : ID.rivals
    const other = broken === ID.acme ? ID.rivals : ID.acme
    await behind(
      `alter table private.record_counts add constraint broken check (account_id <> '${broken}') not valid`,
    )
    await touch(broken)
    await touch(other)
    const marked = await waiting(broken)
    expect(marked).toBeGreaterThan(0)
    expect(await waiting(other)).toBeGreaterThan(0)
    await behind('select public.count_changed_records()')
    expect(await waiting(other)).toBe(0)
    expect(await waiting(broken)).toBe(marked)
    await behind('alter table private.record_counts drop constraint broken')
    await behind('select public.count_changed_records()')
    expect(await waiting(broken)).toBe(0)
  })
})

describe('a deleted account', () => {
  it('leaves nothing counted', async () => {
    const counted = () =>
      behind(`
      select from private.counted_records where account_id = '${ID.rivals}'
      union all
      select from private.record_counts where account_id = '${ID.rivals}'
      union all
      select from private.records_to_count where account_id = '${ID.rivals}'`)
    expect(await counted()).not.toHaveLength(0)
    await behind(`delete from public.accounts where id = '${ID.rivals}'`)
    expect(await counted()).toHaveLength(0)
  })
})
