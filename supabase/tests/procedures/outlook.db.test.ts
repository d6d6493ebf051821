import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    update public.systems set renews_on = current_date + 12 where id in ('${ID.billing}', '${ID.rivalSystem}');
    update public.systems set renews_on = current_date + 61 where id = '${ID.ledger}';
    update public.systems set department = 'Finance' where id = '${ID.billing}';
    update public.systems set department = 'finance', owner_id = '${ID.user}' where id = '${ID.archive}';
    update public.automations set department = 'IT' where id = '${ID.invoices}'`)
})
afterAll(() => stage?.close())

async function outlook(actor: Actor, before = 'select 1', limit = 5) {
  const [row] = await stage.as(actor, async (tx) => {
    await tx.unsafe(before)
    return tx<{ answer: { renewals: { total: number; items: unknown[] }; departments: unknown[] } }[]>`
      select public.get_outlook(${limit}) as answer`
  })
  if (!row) throw new Error('It answers with one row.')
  return row.answer
}

it('names the renewals of 60 days and the departments of the account to each member', async () => {
  for (const actor of ['viewer', 'admin'] as const) {
    const { renewals, departments } = await outlook(actor)
    expect(renewals).toEqual({
      total: 1,
      items: [{ kind: 'system', id: ID.billing, name: 'Billing', renews_on: expect.any(String) }],
    })
    expect(departments).toEqual([
      { name: expect.stringMatching(/^finance$/i), records: 2, with_owner: 1 },
      { name: 'IT', records: 1, with_owner: 0 },
    ])
  }
})

it('counts all renewals where it names fewer', async () => {
  const { renewals, departments } = await outlook('user', 'select 1', 0)
  expect(renewals).toEqual({ total: 1, items: [] })
  expect(departments).toEqual([])
})

it('leaves out what is switched off, and says nothing to people without an account', async () => {
  const off = await outlook(
    'admin',
    `insert into public.app_features (feature_name, enabled) values ('systems', false)`,
  )
  expect(off).toEqual({
    renewals: { total: 0, items: [] },
    departments: [{ name: 'IT', records: 1, with_owner: 0 }],
  })
  expect(await outlook('unplaced')).toEqual({ renewals: { total: 0, items: [] }, departments: [] })
})
