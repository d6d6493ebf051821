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
    const noted = []
    for (let minute = 0; minute <= 130; minute += 0.5)
      if ((await lookForLate(stage.auth, minute)) > 0) noted.push(minute)
    expect(noted).toEqual([120])
    expect(await troubleOf(id)).toMatchObject({ trouble: 'late' })
  })

  it('a run that fails begins no trouble, though the heartbeat is failing; the next one after it does', async () => {
    const id = await arrangeHeartbeat(stage.admin, { lateAt: 600 })
    await stage.admin`update public.heartbeats set token_hash = private.token_hash('secret') where id = ${id}`
    await arrangeWindow(0, 60)
    const fail = (minute: number) =>
      stage.auth`select private.take_in_calls('[{"token": "secret", "action": "fail"}]'::jsonb, ${at(minute)})`
    await fail(30)
    expect(await troubleOf(id)).toEqual({ trouble: null, status: 'failing' })
    expect(await stage.admin`select from private.heartbeat_news`).toHaveLength(0)
    await fail(60)
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
})
