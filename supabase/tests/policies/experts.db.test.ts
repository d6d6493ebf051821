import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const KINDS = [
  { kind: 'solution', mine: ID.portal, known: ID.intranet },
  { kind: 'agent', mine: ID.helper, known: ID.oracle },
  { kind: 'automation', mine: ID.invoices, known: ID.reminders },
] as const

describe.each(KINDS)('experts of a $kind', ({ kind, mine, known }) => {
  const add = `insert into public.record_experts (kind, record_id, expert_id, assigned_by)
    values ('${kind}', '${mine}', '${ID.viewer}', '${ID.admin}')`
  const ofKnown = `select expert_id from public.record_experts where record_id = '${known}'`

  it('name their assigner, whatever is sent', async () => {
    const rows = await stage.as('user', async (tx) => {
      await tx.unsafe(add)
      return tx.unsafe(`select assigned_by from public.record_experts where record_id = '${mine}'`)
    })
    expect(rows.map((row) => ({ ...row }))).toEqual([{ assigned_by: ID.user }])
  })

  it('go with the record, and with their membership', async () => {
    const left = await stage.as('admin', async (tx) => {
      await tx.unsafe(`delete from public.${kind}s where id = '${known}'`)
      return tx.unsafe(ofKnown)
    })
    expect(left).toHaveLength(0)
    const withoutVic = await stage.as('admin', async (tx) => {
      await tx`delete from public.account_members where user_id = ${ID.viewer}`
      return tx.unsafe(ofKnown)
    })
    expect(withoutVic).toHaveLength(0)
  })

  it('stay unchanged while the feature is switched off, except for admins', async () => {
    const afterSwitchingOff = (actor: 'manager' | 'admin', statement: string) =>
      stage.as('admin', async (tx) => {
        await tx`
          insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, ${`${kind}s`}, false)
          on conflict (account_id, feature_name) do update set enabled = false`
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ID[actor] })}, true)`
        return outcomeOf(tx.unsafe(statement))
      })
    for (const statement of [add, `delete from public.record_experts where record_id = '${known}'`]) {
      expect(await afterSwitchingOff('manager', statement)).toEqual({ refused: '42501' })
      expect(await afterSwitchingOff('admin', statement)).toBe(1)
    }
    expect(await afterSwitchingOff('manager', ofKnown)).toBe(1)
  })
})

describe('an expert of a system', () => {
  it('is written and read by both names: the kind and id, and the system', async () => {
    const seen = await stage.as('user', async (tx) => {
      const added = await tx`
        insert into public.system_experts (system_id, expert_id) values (${ID.billing}, ${ID.viewer})
        on conflict do nothing
        returning system_id, expert_id, assigned_by`
      await tx`
        insert into public.record_experts (kind, record_id, expert_id) values ('system', ${ID.archive}, ${ID.viewer})`
      const byKind = await tx`
        select kind, record_id from public.record_experts
        where expert_id = ${ID.viewer} and record_id in (${ID.billing}, ${ID.archive}) order by record_id`
      const bySystem = await tx`
        select system_id from public.system_experts
        where expert_id = ${ID.viewer} and system_id in (${ID.billing}, ${ID.archive}) order by system_id`
      return [...added, ...byKind, ...bySystem]
    })
    const both = [ID.archive, ID.billing].toSorted()
    expect(seen.map((row) => ({ ...row }))).toEqual([
      { system_id: ID.billing, expert_id: ID.viewer, assigned_by: ID.user },
      ...both.map((id) => ({ kind: 'system', record_id: id })),
      ...both.map((id) => ({ system_id: id })),
    ])
  })

  it.each([
    ['names no kind', `(record_id, expert_id) values ('${ID.billing}', '${ID.viewer}')`, '22023'],
    ['names no record', `(expert_id) values ('${ID.viewer}')`, '23502'],
    [
      'is of another kind',
      `(kind, record_id, expert_id) values ('agent', '${ID.billing}', '${ID.viewer}')`,
      '23503',
    ],
    [
      'is of a kind that there is not',
      `(kind, record_id, expert_id) values ('robot', '${ID.billing}', '${ID.viewer}')`,
      '23514',
    ],
  ])('is refused where the row %s', async (_what, row, code) => {
    const outcome = await stage.as('user', (tx) =>
      outcomeOf(tx.unsafe(`insert into public.record_experts ${row}`)),
    )
    expect(outcome).toEqual({ refused: code })
  })
})

describe('the view of all kinds', () => {
  it('has every record with its owner, and every expert', async () => {
    const records = await stage.admin`
      select kind, id, name, owner_id, created_by from private.catalogue_records where account_id = ${ID.acme}
      order by kind, name`
    expect(records.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'agent Helper',
      'agent Oracle',
      'automation Invoices',
      'automation Reminders',
      'solution Intranet',
      'solution Portal',
      'system Archive',
      'system Billing',
      'system Ledger',
    ])
    expect(records.find(({ id }) => id === ID.archive)).toMatchObject({
      owner_id: ID.user,
      created_by: ID.colleague,
    })
    const experts = await stage.admin`
      select kind, record_id, expert_id from public.record_experts where account_id = ${ID.acme} order by kind`
    expect(experts.map((row) => ({ ...row }))).toEqual([
      { kind: 'agent', record_id: ID.oracle, expert_id: ID.viewer },
      { kind: 'automation', record_id: ID.reminders, expert_id: ID.viewer },
      { kind: 'solution', record_id: ID.intranet, expert_id: ID.viewer },
      { kind: 'system', record_id: ID.ledger, expert_id: ID.viewer },
    ])
  })

  it.each([
    ['accepted', 'accepted_at = now()'],
    ['revoked', 'declined_at = now()'],
    ['expired', `expires_at = now() - interval '1 second'`],
  ])('names an invited owner until the invitation is %s', async (_state, end) => {
    const seen = await stage.admin
      .begin(async (tx) => {
        const invitedOwner = async () => {
          const [row] =
            await tx`select invited_owner_id from private.catalogue_records where id = ${ID.billing}`
          return row?.['invited_owner_id']
        }
        await tx`update public.systems set invited_owner_id = ${ID.invitation} where id = ${ID.billing}`
        const open = await invitedOwner()
        await tx.unsafe(`update public.pending_invitations set ${end} where id = '${ID.invitation}'`)
        throw new Error(JSON.stringify([open, await invitedOwner()]))
      })
      .catch((error: unknown) => (error instanceof Error ? JSON.parse(error.message) : null))
    expect(seen).toEqual([ID.invitation, null])
  })
})
