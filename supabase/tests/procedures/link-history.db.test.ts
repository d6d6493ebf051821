import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** The lines of a record's history after an actor's statements, oldest first; all is rolled back. */
const told = (record: string, ...statements: string[]) =>
  stage.as('manager', async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
    const lines = await tx`
      select kind, record_name, action, field, before, after from public.record_history
      where record_id = ${record} and changed_by = ${ID.manager} order by changed_at, field`
    return lines.map((line) => ({ ...line }))
  })

const change = (kind: string, name: string, field: string, before: unknown, after: unknown) => ({
  kind,
  record_name: name,
  action: 'updated',
  field,
  before,
  after,
})

describe('[GAP-34] the history of a record', () => {
  it('has who was named and removed as expert of a system', async () => {
    const uma = { id: ID.user, name: 'Uma User' }
    expect(
      await told(
        ID.billing,
        `insert into public.system_experts (system_id, expert_id) values ('${ID.billing}', '${ID.user}')`,
        `delete from public.system_experts where system_id = '${ID.billing}'`,
      ),
    ).toEqual([
      change('system', 'Billing', 'experts', null, uma),
      change('system', 'Billing', 'experts', uma, null),
    ])
  })

  it.each([
    ['solution', 'Portal', ID.portal],
    ['agent', 'Helper', ID.helper],
    ['automation', 'Invoices', ID.invoices],
  ])('has who was named and removed as expert of %s %s', async (kind, name, id) => {
    const uma = { id: ID.user, name: 'Uma User' }
    expect(
      await told(
        id,
        `insert into public.record_experts (kind, record_id, expert_id) values ('${kind}', '${id}', '${ID.user}')`,
        `delete from public.record_experts where record_id = '${id}'`,
      ),
    ).toEqual([change(kind, name, 'experts', null, uma), change(kind, name, 'experts', uma, null)])
  })

  it('has which automations and agents were linked to a solution and unlinked', async () => {
    expect(
      await told(
        ID.portal,
        `insert into public.solution_automations (solution_id, automation_id) values ('${ID.portal}', '${ID.reminders}')`,
        `delete from public.solution_agents where solution_id = '${ID.portal}'`,
      ),
    ).toEqual([
      change('solution', 'Portal', 'automations', null, { id: ID.reminders, name: 'Reminders' }),
      change('solution', 'Portal', 'agents', { id: ID.helper, name: 'Helper' }, null),
    ])
  })

  it('does not tell of links that go with their ends', async () => {
    expect(await told(ID.portal, `delete from public.agents where id = '${ID.helper}'`)).toEqual([])
    expect(await told(ID.ledger, `delete from public.systems where id = '${ID.ledger}'`)).toEqual([
      {
        kind: 'system',
        record_name: 'Ledger',
        action: 'deleted',
        field: null,
        before: null,
        after: null,
      },
    ])
  })

  it('has before and after of each changed field, and nothing of a run', async () => {
    expect(
      await told(
        ID.invoices,
        `update public.automations set status = 'inactive', webhook_url = 'https://hooks.test/1', updated_at = now()
         where id = '${ID.invoices}'`,
      ),
    ).toEqual([
      change('automation', 'Invoices', 'status', 'active', 'inactive'),
      change('automation', 'Invoices', 'webhook_url', null, 'https://hooks.test/…'),
    ])
    const run = await stage.as('service', async (tx) => {
      await tx`update public.automations set last_run = now() where id = ${ID.invoices}`
      return tx`
        select a.last_run is not null as ran, a.created_at = a.updated_at as untouched,
          (select count(*)::int from public.record_history h where h.record_id = a.id) as lines
        from public.automations a where a.id = ${ID.invoices}`
    })
    expect(run[0]).toEqual({ ran: true, untouched: true, lines: 1 })
  })
})
