import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { arrangeHeartbeat, at, lookForLate } from '../support/heartbeats.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.maintenance_windows`
  await stage.admin`delete from public.heartbeats`
  await stage.admin`delete from private.answering`
})

type Tx = postgres.TransactionSql

/** Adds a window to a record, in hours from now. */
const plan = (tx: Tx, from: number, until: number, record: string = ID.ledger, note = '') =>
  tx`insert into public.maintenance_windows (record_id, starts_at, ends_at, note)
    values (${record}, now() + make_interval(hours => ${from}), now() + make_interval(hours => ${until}), ${note})`

/** Puts a window of Invoices in place, in minutes after noon. */
const arrangeWindow = (from: number, until: number) =>
  stage.admin`insert into public.maintenance_windows (account_id, kind, record_id, starts_at, ends_at)
    values (${ID.acme}, 'automation', ${ID.invoices}, ${at(from)}, ${at(until)})`

const troubleOf = async (id: string) => {
  const [row] = await stage.admin<{ trouble: string | null; status: string }[]>`
    select trouble, status from public.heartbeats where id = ${id}`
  return row
}

describe('a maintenance window', () => {
  it('has the kind of its record, one line of text as its note, and the caller who added it', async () => {
    const added = await stage.as('user', async (tx) => {
      await plan(tx, 1, 2, ID.ledger, '  new\ndisks ')
      return tx`select kind, note, assigned_by from public.maintenance_windows where record_id = ${ID.ledger}`
    })
    expect(added.map((row) => ({ ...row }))).toEqual([
      { kind: 'system', note: 'new disks', assigned_by: ID.user },
    ])
  })

  it.each<[string, (tx: Tx) => Promise<unknown>, object]>([
    [
      'that ends before its start',
      (tx) => plan(tx, 2, 1),
      {
        code: '23514',
        detail: 'maintenance.order',
        message: 'A maintenance window must end after its start.',
      },
    ],
    ['that is over', (tx) => plan(tx, -2, -1), { code: '22023', detail: 'maintenance.over' }],
    ['of ten years', (tx) => plan(tx, 0, 87_600), { code: '23514', detail: 'maintenance.length' }],
    ['in ten years', (tx) => plan(tx, 87_600, 87_601), { code: '22023', detail: 'maintenance.too_far' }],
    [
      'without an end',
      (tx) =>
        tx`insert into public.maintenance_windows (record_id, ends_at) values (${ID.ledger}, 'infinity')`,
      { code: '23514', detail: 'maintenance.length' },
    ],
    [
      'that overlaps another one of the record',
      async (tx) => {
        await plan(tx, 1, 3)
        await plan(tx, 2, 4)
      },
      { code: '23505', detail: 'maintenance.overlap' },
    ],
    [
      'beyond fifty of the record',
      async (tx) => {
        for (let hour = 1; hour <= 51; hour++) await plan(tx, hour, hour + 1)
      },
      { code: '22023', detail: 'maintenance.too_many' },
    ],
    [
      'with a long note',
      (tx) => plan(tx, 1, 2, ID.ledger, 'x'.repeat(501)),
      { detail: 'maintenance.note_length' },
    ],
    [
      'of a record of another account',
      (tx) => plan(tx, 1, 2, ID.rivalSystem),
      { code: '23503', detail: 'maintenance.unknown_record' },
    ],
    [
      'of a record in the bin',
      async (tx) => {
        await tx`select public.delete_records('agent', array[${ID.helper}]::uuid[], '')`
        await plan(tx, 1, 2, ID.helper)
      },
      { code: '23503', detail: 'maintenance.record_in_bin' },
    ],
  ])('%s is refused', async (_, work, refusal) => {
    await expect(stage.as('manager', work)).rejects.toMatchObject(refusal)
  })

  it('may follow another one at once, and stand beside that of another record', async () => {
    await stage.as('user', async (tx) => {
      await plan(tx, 1, 2)
      await plan(tx, 2, 3)
      await plan(tx, 1, 2, ID.helper)
    })
  })

  it('waits for another one of the record that is added at the same moment', async () => {
    const both = [1, 2].map(() => stage.as('user', (tx) => plan(tx, 1, 2), { keep: true }))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { detail: 'maintenance.overlap' },
    })
  })

  it('stands in the history when it is added and when it is removed', async () => {
    const lines = await stage.as('user', async (tx) => {
      await plan(tx, 1, 2, ID.ledger, 'Disks')
      await tx`delete from public.maintenance_windows where record_id = ${ID.ledger}`
      return tx`select before -> 'note' as before, after -> 'note' as after from public.record_history
        where record_id = ${ID.ledger} and field = 'maintenance' and changed_at >= now() order by after is null`
    })
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { before: null, after: 'Disks' },
      { before: 'Disks', after: null },
    ])
  })

  it('is there again when its record comes back from the bin, and goes with it for good', async () => {
    const count = async (tx: Tx) =>
      (await tx`select from public.maintenance_windows where record_id = ${ID.ledger}`).length
    const erase = (tx: Tx) => tx`select public.delete_records('system', array[${ID.ledger}]::uuid[], '')`
    const restored = await stage.as('manager', async (tx) => {
      await plan(tx, 1, 2)
      await erase(tx)
      await tx`select public.restore_from_bin(array[${ID.ledger}]::uuid[])`
      return count(tx)
    })
    await stage.as(
      'manager',
      async (tx) => {
        await plan(tx, 1, 2)
        await erase(tx)
      },
      { keep: true },
    )
    await stage.admin`delete from public.binned_records where record_id = ${ID.ledger}`
    expect([restored, (await stage.admin`select from public.maintenance_windows`).length]).toEqual([1, 0])
  })
})

describe('during maintenance', () => {
  it('nothing becomes late, and what has not reported by the end is late then', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await arrangeWindow(0, 120)
    expect(await noticed(0, 130)).toEqual([120])
    expect(await troubleOf(id)).toMatchObject({ trouble: 'late' })
  })

  const call = (minute: number, action = 'fail') =>
    stage.auth`select private.take_in_calls(
      jsonb_build_array(jsonb_build_object('token', 'secret', 'action', ${action}::text)), ${at(minute)}
    )`
  const arrangeCalled = async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 600 })
    await stage.admin`update public.heartbeats set token_hash = private.token_hash('secret') where id = ${id}`
    await stage.admin`delete from private.heartbeat_news`
    return id
  }
  const noticed = async (from: number, until: number) => {
    const minutes = []
    for (let minute = from; minute <= until; minute += 0.5)
      if ((await lookForLate(stage.auth, minute)) > 0) minutes.push(minute)
    return minutes
  }
  const news = async () =>
    (await stage.admin`select event from private.heartbeat_news`).map((row) => row['event'])

  it('a run that fails is told at the end while the record still fails, since it failed', async () => {
    const id = await arrangeCalled()
    await arrangeWindow(0, 60)
    await call(30)
    await call(40)
    expect(await noticed(41, 70)).toEqual([60])
    expect(await news()).toEqual(['failing'])
    const [beat] = await stage.admin`select trouble, trouble_since from public.heartbeats where id = ${id}`
    expect(beat).toEqual({ trouble: 'failing', trouble_since: at(30) })
    await call(80, 'success')
    expect(await news()).toEqual(['failing', 'back'])
  })

  it('a run that fails is told when its window is removed', async () => {
    await arrangeCalled()
    await arrangeWindow(0, 60)
    await call(30)
    expect(await noticed(31, 40)).toEqual([])
    await stage.admin`delete from public.maintenance_windows`
    expect(await noticed(40.5, 50)).toEqual([40.5])
  })

  it('a run that fails is told to nobody where a later one ends well, where it is muted, and in the bin', async () => {
    await arrangeCalled()
    await arrangeWindow(0, 60)
    await call(30)
    await call(50, 'success')
    expect(await noticed(51, 70)).toEqual([])
    await stage.admin`delete from public.maintenance_windows`
    await arrangeWindow(71, 90)
    await call(75)
    await stage.admin`update public.heartbeats set silent_until = ${at(120)}`
    expect(await noticed(76, 95)).toEqual([90])
    expect(await news()).toEqual([])
    await stage.as('manager', async (tx) => {
      await tx`select public.delete_records('automation', array[${ID.invoices}]::uuid[], '')`
      const [beat] = await tx`select trouble from public.heartbeats where record_id = ${ID.invoices}`
      expect(beat).toEqual({ trouble: null })
    })
  })

  it('a run that fails begins no trouble, though the heartbeat is failing; the next one after it does', async () => {
    const id = await arrangeCalled()
    await arrangeWindow(0, 60)
    await call(30)
    expect(await troubleOf(id)).toEqual({ trouble: null, status: 'failing' })
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(0)
    await call(60)
    expect(await troubleOf(id)).toEqual({ trouble: 'failing', status: 'failing' })
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(1)
  })

  it('the inbox leaves trouble out that began before, and a heartbeat says until when', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 30 })
    await stage.admin`update public.heartbeats set trouble = 'failing', trouble_since = now() where id = ${id}`
    const read = () =>
      stage.as('user', async (tx) => {
        const [row] = await tx<{ late: number; until: string | null }[]>`
          select
            (select count(*)::int from json_array_elements(public.get_inbox() -> 'lines') l where l ->> 'reason' = 'late') as late,
            public.get_heartbeats('automation', array[${ID.invoices}]::uuid[]) -> 0 ->> 'maintenance_until' as until`
        return row
      })
    expect(await read()).toEqual({ late: 1, until: null })
    await stage.as('user', (tx) => plan(tx, 0, 1, ID.invoices), { keep: true })
    expect(await read()).toEqual({ late: 0, until: expect.any(String) })
  })

  it('a record counts as neither late nor failing on the map, near another one and in the counts', async () => {
    await arrangeHeartbeat(stage.admin, { lateAt: -600_000 })
    const read = async (tx: Tx) => {
      const [row] = await tx`
        select
          (select json_build_array(g -> 'troubled', g -> 'in_maintenance')
            from jsonb_array_elements(public.map_groups('kind') -> 'groups') g where g ->> 'key' = 'automation') as of_group,
          (select json_build_array(n ->> 'state', n ->> 'trouble_since' is null, n ->> 'maintenance_until' is null)
            from jsonb_array_elements(public.neighbours('automation', ${ID.invoices}) -> 'nodes') n
            where n ->> 'id' = ${ID.invoices}) as of_node,
          (select json_build_array(c -> 'late', c -> 'maintenance')
            from (select to_json(public.get_heartbeat_counts()) as c) s) as counted`
      return row
    }
    const [before, meanwhile] = await stage.as('user', async (tx) => {
      const first = await read(tx)
      await plan(tx, 0, 1, ID.invoices)
      return [first, await read(tx)]
    })
    expect(before).toEqual({ of_group: [1, 0], of_node: ['late', false, true], counted: [1, 0] })
    expect(meanwhile).toEqual({ of_group: [0, 1], of_node: ['late', true, false], counted: [0, 1] })
  })

  it('an automation that has not run for 30 days waits for nobody', async () => {
    await stage.admin`update public.automations set status = 'active', last_run = now() - interval '40 days' where id = ${ID.invoices}`
    const late = async (tx: Tx) => {
      const [row] = await tx`select public.get_attention() -> 'reasons' -> 'late' -> 'items' as items`
      return JSON.stringify(row).includes(ID.invoices)
    }
    expect(
      await stage.as('manager', async (tx) => {
        const before = await late(tx)
        await plan(tx, 0, 1, ID.invoices)
        return [before, await late(tx)]
      }),
    ).toEqual([true, false])
  })
})
