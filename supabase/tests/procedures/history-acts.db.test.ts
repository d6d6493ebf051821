import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

describe('[GAP-34] the act that a line of the history belongs to', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage?.close())

  /** Does work in a separate transaction; returns its acts in the history, with their fields. */
  async function actsOf(actor: Actor, ...statements: string[]): Promise<Record<string, string[]>> {
    const lines = await stage.as(
      actor,
      async (tx) => {
        const [before] = await tx<{ ids: string[] }[]>`
          select array_agg(id::text) as ids from public.record_history`
        for (const statement of statements) await tx.unsafe(statement)
        return tx<{ act: string; field: string }[]>`
          select act, coalesce(field, action) as field from public.record_history
          where id::text <> all (${before?.ids ?? []}::text[]) order by changed_at, field`
      },
      { keep: true },
    )
    const acts: Record<string, string[]> = {}
    for (const { act, field } of lines) acts[act] = [...(acts[act] ?? []), field]
    return acts
  }

  it('is one for all fields and links of a transaction', async () => {
    const acts = await actsOf(
      'admin',
      `update public.systems set description = 'Sends bills.', status = 'maintenance' where id = '${ID.billing}'`,
      `insert into public.system_experts (system_id, expert_id) values ('${ID.billing}', '${ID.user}')`,
      `update public.agents set description = 'Helps.' where id = '${ID.helper}'`,
    )
    expect(Object.values(acts)).toEqual([['description', 'status', 'experts', 'description']])
  })

  it('is another for the next transaction of the same person, on the same connection too', async () => {
    const change = (description: string) =>
      actsOf('admin', `update public.systems set description = '${description}' where id = '${ID.ledger}'`)
    const acts = [...Object.keys(await change('One')), ...Object.keys(await change('Two'))]
    expect(new Set(acts).size).toBe(2)
    const add = (name: string) =>
      `insert into public.systems (account_id, name) values ('${ID.acme}', '${name}'); commit;`
    await stage.admin.unsafe(`do $$ begin ${add('First')} ${add('Second')} end $$`)
    const [told] = await stage.admin`
      select count(distinct act)::int as acts from public.record_history where record_name in ('First', 'Second')`
    expect(told).toEqual({ acts: 2 })
  })
})
