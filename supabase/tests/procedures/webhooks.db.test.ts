import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { OWN } from '../support/own-rows.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

const made = z.object({ id: z.string(), secret: z.string() })
const queued = z.array(
  z.object({
    webhook: z.string(),
    event: z.string(),
    subject: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
)

const ANY = ['record.created', 'record.changed', 'record.deleted', 'record.restored', 'owner.changed']

interface Wanted {
  events?: readonly string[]
  kinds?: readonly string[]
  tags?: readonly string[]
  fields?: readonly string[]
}

/** Writes a list of words as Postgres reads it. */
const listed = (words: readonly string[]) => `{${words.join(',')}}`

/** Makes a webhook as an admin. */
async function create(tx: Tx, { events = ANY, kinds = [], tags = [], fields = [] }: Wanted = {}) {
  const [row] = await tx`
    select public.create_webhook(
      'Hook', 'https://hooks.example/secret', 'standard', ${listed(events)}::text[],
      ${listed(kinds)}::text[], ${listed(tags)}::uuid[], ${listed(fields)}::text[]
    ) as made`
  return made.parse(row?.['made'])
}

/** The waiting rows, as the database sees them. */
async function waiting(tx: Tx) {
  await tx`reset role`
  const rows = await tx`
    select webhook_id as webhook, event, subject, payload -> 'data' as data from private.webhook_queue order by number`
  return queued.parse([...rows])
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Thrown to roll back successful work. */
class NotKept extends Error {}

/** Acts as an admin, and can reset the role to look at rows that no caller sees; nothing is kept. */
async function asAdmin<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const done: { value: T }[] = []
  await stage.admin
    .begin(async (tx) => {
      await become(tx, 'admin')
      done.push({ value: await work(tx) })
      throw new NotKept()
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error
    })
  const [first] = done
  if (first === undefined) throw new Error('The work of an admin ended without a result.')
  return first.value
}

const describeLedger = (tx: Tx, text = 'changed') =>
  tx`update public.systems set description = ${text} where id = ${ID.ledger}`

describe('a person who manages webhooks', () => {
  it('is an admin; a manager is refused', async () => {
    expect(await refusal(stage.as('manager', create))).toMatchObject({
      code: '42501',
      message: 'Only administrators can manage webhooks.',
    })
    const { secret } = await asAdmin(create)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })

  it('makes at most 50', async () => {
    const error = await refusal(
      asAdmin(async (tx) => {
        for (let count = 0; count < 51; count += 1) await create(tx)
      }),
    )
    expect(error).toMatchObject({ message: 'An account has at most 50 webhooks.' })
  })

  it('finds the names of hosts in the audit log, and nothing behind them', async () => {
    const log = await asAdmin(async (tx) => {
      const { id } = await create(tx)
      await tx`select public.update_webhook(${id}, 'Other', 'https://hooks.example/other', ${listed(ANY)}::text[])`
      await tx`select public.rotate_webhook_secret(${id})`
      await tx`select public.pause_webhook(${id}, true)`
      await tx`select public.pause_webhook(${id}, false)`
      await tx`select public.delete_webhook(${id})`
      await become(tx, 'service')
      return tx`
        select action, details, severity from public.security_audit_log where resource_id = ${id} order by created_at`
    })
    expect(log.map(({ action, severity }) => [action, severity])).toEqual([
      ['webhook_created', 'high'],
      ['webhook_changed', 'high'],
      ['webhook_secret_rotated', 'medium'],
      ['webhook_paused', 'medium'],
      ['webhook_resumed', 'low'],
      ['webhook_deleted', 'medium'],
    ])
    expect(log[0]?.['details']).toEqual({ name: 'Hook', host: 'hooks.example' })
  })

  it('reads them without a secret; the former one signs too for a day', async () => {
    const [row] = await asAdmin(async (tx) => {
      const { id } = await create(tx)
      await tx`select public.rotate_webhook_secret(${id})`
      return tx`
        select w from jsonb_array_elements(public.get_webhooks()) as w where w ->> 'id' = ${id}`
    })
    expect(row?.['w']).toMatchObject({ name: 'Hook', waiting: 0, paused: null, owner_id: ID.admin })
    expect(Date.parse(row?.['w'].former_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    expect(JSON.stringify(row?.['w'])).not.toContain('whsec_')
  })
})

describe('the queue', () => {
  it('has the changes of a record, with author and fields', async () => {
    const happened = await asAdmin(async (tx) => {
      await create(tx)
      await tx`update public.systems set description = 'x', owner_id = ${ID.user} where id = ${ID.ledger}`
      return waiting(tx)
    })
    const record = { kind: 'system', id: ID.ledger, name: 'Ledger' }
    const actor = { id: ID.admin, name: expect.any(String) }
    expect(happened.map(({ event, subject, data }) => ({ event, subject, data }))).toEqual([
      {
        event: 'record.changed',
        subject: ID.ledger,
        data: { record, changed: ['description', 'owner_id'], actor },
      },
      {
        event: 'owner.changed',
        subject: ID.ledger,
        data: { record, after: { id: ID.user, name: expect.any(String) }, actor },
      },
    ])
  })

  it('has creation, deletion and restoration too', async () => {
    const events = await asAdmin(async (tx) => {
      await create(tx)
      const [row] = await tx`insert into public.systems (name) values ('New') returning id`
      await tx`delete from public.systems where id = ${row?.['id']}`
      await tx`select public.restore_from_bin(${listed([String(row?.['id'])])}::uuid[])`
      return (await waiting(tx)).map(({ event }) => event)
    })
    expect(events).toEqual(['record.created', 'record.deleted', 'record.restored'])
  })

  it('has a mere change of the owner once', async () => {
    const events = await asAdmin(async (tx) => {
      await create(tx)
      await tx`update public.systems set owner_id = ${ID.user} where id = ${ID.ledger}`
      return (await waiting(tx)).map(({ event }) => event)
    })
    expect(events).toEqual(['owner.changed'])
  })

  it.each<[string, Wanted, number]>([
    ['its kind', { kinds: ['system'] }, 1],
    ['another kind', { kinds: ['agent'] }, 0],
    ['its field', { fields: ['description', 'status'] }, 1],
    ['another field', { fields: ['status'] }, 0],
    ['its tag', { tags: [OWN.tag] }, 1],
    ['another tag', { tags: [OWN.rivalTag] }, 0],
    ['another event', { events: ['record.created'] }, 0],
  ])('is filtered by %s', async (_what, wanted, count) => {
    const happened = await asAdmin(async (tx) => {
      await tx`update public.systems set tags = array[${OWN.tag}::uuid] where id = ${ID.ledger}`
      await create(tx, wanted)
      await describeLedger(tx)
      return waiting(tx)
    })
    expect(happened).toHaveLength(count)
  })

  it('has nothing while a webhook is paused, and nothing of another account', async () => {
    const happened = await asAdmin(async (tx) => {
      const { id } = await create(tx)
      await tx`select public.pause_webhook(${id}, true)`
      await describeLedger(tx)
      await become(tx, 'rival')
      await create(tx)
      await become(tx, 'admin')
      await describeLedger(tx, 'again')
      return waiting(tx)
    })
    expect(happened).toEqual([])
  })

  it('has members who left', async () => {
    const happened = await asAdmin(async (tx) => {
      await create(tx, { events: ['member.joined', 'member.left'] })
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      return waiting(tx)
    })
    expect(happened).toMatchObject([
      { event: 'member.left', subject: ID.viewer, data: { member: { id: ID.viewer, level: 'viewer' } } },
    ])
  })

  it('has handovers that were requested and answered', async () => {
    const happened = await asAdmin(async (tx) => {
      await create(tx, { events: ['handover.asked', 'handover.answered'] })
      await tx`reset role`
      const [row] = await tx`
        insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
        values (${ID.acme}, 'system', ${ID.billing}, 'owner', 'Gil Giver', ${ID.user})
        returning id`
      await tx`update public.handovers set state = 'accepted', answered_at = now() where id = ${row?.['id']}`
      return waiting(tx)
    })
    expect(happened).toMatchObject([
      {
        event: 'handover.asked',
        data: { part: 'owner', giver: { name: 'Gil Giver' }, receiver: { id: ID.user } },
      },
      { event: 'handover.answered', data: { answer: 'accepted' } },
    ])
  })

  it('has automations that are late, fail or recovered', async () => {
    const happened = await asAdmin(async (tx) => {
      await create(tx, { events: ['run.late', 'run.failed', 'run.back'], kinds: ['automation'] })
      await tx`reset role`
      await tx`
        insert into private.heartbeat_news (account_id, heartbeat_id, event, at)
        select ${ID.acme}, ${OWN.heartbeat}, event, now() + place * interval '1 second'
        from unnest(array['late', 'failing', 'back']) with ordinality as e (event, place)`
      return waiting(tx)
    })
    expect(happened.map(({ event }) => event)).toEqual(['run.late', 'run.failed', 'run.back'])
    expect(happened[0]).toMatchObject({ data: { record: { kind: 'automation', id: ID.invoices } } })
  })
})

describe('sending by hand', () => {
  it('sends an event once more with its id, and no more than ten times a minute', async () => {
    const [again, error] = await asAdmin(async (tx) => {
      await tx`select public.send_webhook_again(${OWN.webhookDelivery})`
      const limited = await refusal(
        tx.savepoint(async (inner) => {
          for (let count = 0; count < 10; count += 1)
            await inner`select public.send_webhook_test(${OWN.webhook})`
        }),
      )
      await tx`reset role`
      const rows = await tx`
        select q.by_hand, q.body, q.message_id = d.message_id as same
        from private.webhook_queue q
        join public.webhook_deliveries d on d.id = ${OWN.webhookDelivery}`
      return [rows, limited] as const
    })
    expect([...again]).toEqual([{ by_hand: true, body: '{"type": "record.created"}', same: true }])
    expect(error).toMatchObject({ code: 'PT429' })
  })
})

it('sweeps the remains of a deleted webhook', async () => {
  const left = await asAdmin(async (tx) => {
    const { id } = await create(tx)
    await describeLedger(tx)
    await tx`select public.delete_webhook(${id})`
    await tx`reset role`
    const swept = []
    for (let turn = 0; turn < 2; turn += 1)
      swept.push((await tx`select private.sweep_webhooks(100) as count`)[0]?.['count'])
    const [row] = await tx`select count(*)::int as count from private.webhook_queue`
    return [swept, row?.['count']]
  })
  expect(left).toEqual([[1, 0], 0])
})
