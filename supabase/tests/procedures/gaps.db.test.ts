import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

const figures = z.record(z.string(), z.record(z.string(), z.number()))
const found = z.object({ total: z.number(), items: z.array(z.looseObject({ name: z.string() })) })

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  // Cleo has not signed in for a year; everybody else joined just now.
  await stage.admin.unsafe(`
    update public.account_members set created_at = now() - interval '1 year' where user_id = '${ID.colleague}';
    update public.agents set owner_id = '${ID.colleague}' where id = '${ID.oracle}'`)
})
afterAll(() => stage?.close())

async function gaps(actor: Actor, before = 'select 1') {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return tx`select public.get_gaps() as answer`
  })
  return figures.parse(row?.['answer'])
}

function named(actor: Actor, kind: string, gap: string, before = 'select 1') {
  return stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return namesOf(tx, kind, gap)
  })
}

describe('gaps', () => {
  it('are counted for each catalogue, those of the caller’s account alone', async () => {
    expect(await gaps('manager')).toEqual({
      system: {
        no_owner: 2,
        owner_left: 0,
        owner_not_seen: 0,
        handover_pending: expect.any(Number),
        nobody_else: 2,
      },
      solution: { no_owner: 2, owner_left: 0, owner_not_seen: 0, handover_pending: 0, nobody_else: 1 },
      agent: {
        no_owner: 1,
        owner_left: 0,
        owner_not_seen: 1,
        handover_pending: 0,
        nobody_else: 1,
        never_reported: 0,
      },
      automation: {
        no_owner: 2,
        owner_left: 1,
        owner_not_seen: 0,
        handover_pending: 0,
        nobody_else: 1,
        never_reported: expect.any(Number),
      },
    })
    expect(await gaps('unplaced')).toEqual({})
    expect((await gaps('rival'))['system']).toMatchObject({ no_owner: 0, nobody_else: 1 })
  })

  it('are computed from owner and experts, never from who made the record', async () => {
    // Uma made Billing, Cleo Ledger.
    expect(await named('manager', 'system', 'no_owner')).toEqual(['Billing', 'Ledger'])
    const told = await gaps('manager')
    for (const maker of ['null', `'${ID.manager}'`, `'${ID.colleague}'`]) {
      const made = `
        update public.systems set created_by = ${maker} where account_id = '${ID.acme}';
        update public.solutions set created_by = ${maker} where account_id = '${ID.acme}'`
      const after = afterwards(made, (tx) => tx`select public.get_gaps() as answer`)
      expect(figures.parse((await after)[0]?.['answer'])).toEqual(told)
    }
  })

  it('name those whose owner left, until they have an owner', async () => {
    expect(await named('viewer', 'automation', 'owner_left')).toEqual(['Reminders'])
    const owned = `update public.automations set owner_id = '${ID.manager}' where id = '${ID.reminders}'`
    expect(await named('manager', 'automation', 'owner_left', owned)).toEqual([])
    const removed = `delete from public.account_members where user_id = '${ID.user}'`
    expect(await named('admin', 'system', 'owner_left', removed)).toEqual(['Archive'])
  })

  it('name those whose owner has not been here for 90 days to managers, and to nobody below', async () => {
    expect(await named('manager', 'agent', 'owner_not_seen')).toEqual(['Oracle'])
    expect(await named('user', 'agent', 'owner_not_seen')).toEqual([])
    expect((await gaps('user'))['agent']).not.toHaveProperty('owner_not_seen')
  })

  it('name records that nobody knows beside the owner', async () => {
    expect(await named('viewer', 'system', 'nobody_else')).toEqual(['Archive', 'Billing'])
    const byOwner = `insert into public.system_experts (system_id, expert_id) values ('${ID.archive}', '${ID.user}')`
    expect(await named('manager', 'system', 'nobody_else', byOwner)).toContain('Archive')
    const another = `insert into public.system_experts (system_id, expert_id) values ('${ID.archive}', '${ID.viewer}')`
    expect(await named('manager', 'system', 'nobody_else', another)).not.toContain('Archive')
    const agent = `insert into public.record_experts (kind, record_id, expert_id)
      values ('agent', '${ID.helper}', '${ID.viewer}')`
    expect(await named('manager', 'agent', 'nobody_else')).toEqual(['Helper'])
    expect(await named('manager', 'agent', 'nobody_else', agent)).toEqual([])
  })

  it('leave out an owner who is invited, as long as the invitation is open', async () => {
    const invited = `update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}'`
    expect(await namedAfter(invited, 'system', 'no_owner')).toEqual(['Ledger'])
    const revoked = `update public.pending_invitations set declined_at = now() where id = '${ID.invitation}'`
    expect(await namedAfter(`${invited}; ${revoked}`, 'system', 'no_owner')).toEqual(['Billing', 'Ledger'])
  })

  it('name handovers that are not answered yet', async () => {
    const pending = `insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      values ('${ID.acme}', 'agent', '${ID.helper}', 'owner', 'Fay Former', '${ID.user}')`
    expect(await namedAfter(pending, 'agent', 'handover_pending')).toEqual(['Helper'])
    const answered = `${pending}; update public.handovers set state = 'accepted', answered_at = now()`
    expect(await namedAfter(answered, 'agent', 'handover_pending')).toEqual([])
  })

  it('name records whose address was never called', async () => {
    const beat = (more = 'now()', column = 'created_at') => `
      delete from public.heartbeats;
      insert into public.heartbeats (account_id, kind, record_id, token_hash, ${column})
      values ('${ID.acme}', 'automation', '${ID.invoices}', 'x', ${more})`
    const told = (arrangement: string) =>
      afterwards(arrangement, async (tx) => [
        await namesOf(tx, 'automation', 'never_reported'),
        figures.parse((await tx`select public.get_gaps() as answer`)[0]?.['answer'])['automation']?.[
          'never_reported'
        ],
      ])
    expect(await told(beat())).toEqual([['Invoices'], 1])
    expect(await told(beat('now()', 'paused_at'))).toEqual([[], 0])
    expect(await told(beat('now()', 'running_since'))).toEqual([[], 0])
    expect(await told(beat('true', 'rests'))).toEqual([[], 0])
    expect(await told(beat(`'up'`, 'status'))).toEqual([[], 0])
    expect(await told(`${beat()}; update public.heartbeats set token_hash = null`)).toEqual([[], 0])
    // Only Vic knows Reminders, and nobody Invoices.
    expect(await afterwards(beat(), (tx) => namesOf(tx, 'automation', 'never_reported,nobody_else'))).toEqual(
      ['Invoices'],
    )
  })

  it('wait for an invited person while they can join, and name records without an owner after that', async () => {
    const handed = `
      update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}';
      insert into public.handovers (account_id, kind, record_id, part, giver_name, invitation_id)
      values ('${ID.acme}', 'system', '${ID.billing}', 'owner', 'Fay Former', '${ID.invitation}')`
    const expired = `${handed};
      update public.pending_invitations set expires_at = now() - interval '1 second' where id = '${ID.invitation}'`
    const told = (arrangement: string) =>
      afterwards(arrangement, async (tx) => ({
        pending: await namesOf(tx, 'system', 'handover_pending'),
        without: await namesOf(tx, 'system', 'no_owner'),
        marks: (await tx`select record_id from public.get_pending_handovers('system')`).map(
          ({ record_id }) => record_id,
        ),
        counted: figures.parse((await tx`select public.get_gaps() as answer`)[0]?.['answer'])['system'],
      }))
    const before = await told(handed)
    expect(before.pending).toContain('Billing')
    expect(before.without).toEqual(['Ledger'])
    expect(before.marks).toContain(ID.billing)
    const after = await told(expired)
    expect(after.pending).not.toContain('Billing')
    expect(after.without).toEqual(['Billing', 'Ledger'])
    expect(after.marks).not.toContain(ID.billing)
    expect(after.counted).toMatchObject({
      handover_pending: Number(before.counted?.['handover_pending']) - 1,
      no_owner: 2,
    })
    // Another member becomes owner, and hands the record over again.
    const anew = await afterwards(expired, async (tx) => {
      await tx`update public.systems set owner_id = ${ID.colleague} where id = ${ID.billing}`
      await become(tx, 'admin')
      await tx`select set_config('cairn.act', '', true)`
      await tx`
        select public.remove_member(
          ${ID.colleague}, jsonb_build_object('rest', jsonb_build_object('receiver', ${ID.user}::uuid))
        )`
      return tx`
        select receiver_id, state from public.handovers where record_id = ${ID.billing} order by created_at, state desc`
    })
    expect(anew.map((row) => ({ ...row }))).toEqual([
      { receiver_id: null, state: 'withdrawn' },
      { receiver_id: ID.user, state: 'pending' },
    ])
  })

  it('leave out features that are switched off', async () => {
    const off = `insert into public.app_features (feature_name, enabled) values ('systems', false)`
    expect(Object.keys(await gaps('admin', off)).sort()).toEqual(['agent', 'automation', 'solution'])
  })

  it('are counted and listed however many they are', async () => {
    const many = `
      set local session_replication_role = replica;
      insert into public.systems (account_id, name) select '${ID.acme}', 'Many ' || 100000 + n from generate_series(1, 20100) n;
      select private.recount_account('${ID.acme}')`
    const [told, list] = await afterwards(many, async (tx) => [
      await tx`select public.get_gaps() as answer`,
      await tx`select public.find_records('system', gaps => '{nobody_else}', skip => 20100) as answer`,
    ])
    expect(figures.parse(told[0]?.['answer'])['system']).toMatchObject({
      no_owner: 20_102,
      nobody_else: 20_102,
    })
    expect(found.parse(list[0]?.['answer'])).toMatchObject({
      total: 20_102,
      items: [{ name: 'Many 120099' }, { name: 'Many 120100' }],
    })
  })

  it('are filtered by in any number, and not by what is none', async () => {
    expect(await named('manager', 'automation', 'owner_left,nobody_else')).toHaveLength(2)
    const none = `select public.find_records('system', gaps => '{boredom}')`
    expect(await stage.outcome('manager', none)).toEqual({ refused: '22023' })
    expect(await stage.outcome('anonymous', 'select public.get_gaps()')).toEqual({ refused: '42501' })
  })
})

describe('looking for gaps', () => {
  const MANY = 3000
  /** Systems that were left, handed over and known to two. */
  const many = `
    set local session_replication_role = replica;
    create temporary table made on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${MANY}) n;
    insert into public.systems (id, account_id, name) select id, '${ID.acme}', 'Many ' || n from made;
    insert into public.departed_owners (account_id, kind, record_id, person_id)
      select '${ID.acme}', 'system', id, '${ID.former}' from made;
    insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
      select '${ID.acme}', 'system', id, 'expert', 'Fay Former', '${ID.user}' from made;
    insert into public.record_experts (account_id, kind, record_id, expert_id)
      select '${ID.acme}', 'system', m.id, e.id::uuid from made m, unnest(array['${ID.user}', '${ID.viewer}']) e (id);
    analyze private.records, public.departed_owners, public.handovers, public.record_experts`

  it.each([
    'owner_left',
    'handover_pending',
    'nobody_else',
    'owner_left,handover_pending',
    'handover_pending,owner_left,nobody_else',
  ])('by %s reads each row a few times, however many there are', async (gaps) => {
    const plan = await afterwards(many, async (tx) => {
      await tx`reset role`
      const [row] = await tx`
        select private.records_condition(${ID.acme}, 'system', '', null, null, false, ${`{${gaps}}`}::text[]) as condition`
      const lines = await tx.unsafe(
        `explain (analyze, format json) select t.id from public.systems t where ${row?.['condition']}`,
      )
      return plans.parse(lines[0]?.['QUERY PLAN'])
    })
    expect(plan.reduce((sum, { Plan }) => sum + rowsRead(Plan), 0)).toBeLessThan(30 * MANY)
  })
})

const node = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Join Filter': z.number().default(0),
  get Plans() {
    return z.array(node).default([])
  },
})
const plans = z.preprocess(
  (answer) => (typeof answer === 'string' ? JSON.parse(answer) : answer),
  z.array(z.object({ Plan: node })),
)

/** The number of rows that the nodes of a plan read. */
function rowsRead(plan: z.infer<typeof node>): number {
  const own = plan['Actual Rows'] + plan['Rows Removed by Filter'] + plan['Rows Removed by Join Filter']
  return plan.Plans.reduce((sum, inner) => sum + rowsRead(inner), own * plan['Actual Loops'])
}

/** Runs work as a manager after an arrangement directly in the database, and rolls all back. */
async function afterwards<T>(
  arrangement: string,
  question: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const answers: T[] = []
  const undone = new Error('Taken back.')
  const told = stage.admin.begin(async (tx) => {
    await tx.unsafe(arrangement)
    await become(tx, 'manager')
    answers.push(await question(tx))
    throw undone
  })
  await expect(told).rejects.toBe(undone)
  const [answer] = answers
  if (answer === undefined) throw new Error('There was no answer.')
  return answer
}

const namedAfter = (arrangement: string, kind: string, gap: string) =>
  afterwards(arrangement, (tx) => namesOf(tx, kind, gap))

async function namesOf(tx: postgres.TransactionSql, kind: string, gap: string) {
  const [row] = await tx`select public.find_records(${kind}, gaps => ${`{${gap}}`}::text[]) as answer`
  return found.parse(row?.['answer']).items.map(({ name }) => name)
}
