import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

/** The automations of Acme, one in each state. */
const STATES = {
  'On time': `status = 'up', late_at = now() + interval '1 hour'`,
  Running: `status = 'up', running_since = now(), late_at = now() + interval '1 hour'`,
  Late: `status = 'up', late_at = now() - interval '1 second'`,
  Failing: `status = 'failing'`,
  Paused: `status = 'up', paused_at = now()`,
  Never: `status = 'new'`,
  Revoked: `status = 'up', token_hash = null`,
  Resting: `status = 'up', rests = true`,
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`delete from public.heartbeats`
  await stage.admin`delete from public.automations where account_id = ${ID.acme}`
  for (const [name, values] of Object.entries(STATES))
    await stage.admin.unsafe(`
      with made as (
        insert into public.automations (account_id, name, source) values ('${ID.acme}', '${name}', 'Zapier') returning id
      )
      insert into public.heartbeats (account_id, kind, record_id, token_hash)
      select '${ID.acme}', 'automation', id, id from made;
      update public.heartbeats set ${values}
      where record_id = (select id from public.automations where name = '${name}')`)
  await stage.admin`
    insert into public.automations (account_id, name, source) values (${ID.acme}, 'Without', 'Zapier')`
})
afterAll(() => stage?.close())

const answer = z.object({ total: z.number(), items: z.array(z.object({ name: z.string() })) })

function namesWith(operator: string, values: readonly string[], kind = 'automation') {
  const conditions = { match: 'all', conditions: [{ field: 'heartbeat', operator, values }] }
  return namesOf(JSON.stringify(conditions), kind)
}

const namesOf = (conditions: string, kind = 'automation') =>
  stage.as('viewer', async (tx) => {
    const [row] =
      await tx`select public.find_records(${kind}, conditions => ${conditions}::text::jsonb) as found`
    const { total, items } = answer.parse(row?.['found'])
    const names = items.map(({ name }) => name).toSorted()
    expect(total).toBe(names.length)
    return names
  })

describe('a list is filtered by how records report', () => {
  it.each([
    ['on_time', 'On time'],
    ['running', 'Running'],
    ['late', 'Late'],
    ['failing', 'Failing'],
    ['paused', 'Paused'],
    ['never', 'Never'],
  ])('%s', async (state, name) => {
    expect(await namesWith('is', [state])).toEqual([name])
    expect(await namesWith('is_not', [state])).toHaveLength(8)
  })

  it('with those in maintenance apart, which are neither late nor failing', async () => {
    await stage.admin`
      insert into public.maintenance_windows (account_id, kind, record_id, starts_at, ends_at)
      select account_id, 'automation', id, now() - interval '1 hour', now() + interval '1 hour'
      from public.automations where account_id = ${ID.acme} and name in ('Late', 'Failing', 'On time')`
    expect(await namesWith('is', ['late', 'failing'])).toEqual([])
    expect(await namesWith('is', ['maintenance'])).toEqual(['Failing', 'Late'])
    expect(await namesWith('is', ['on_time'])).toEqual(['On time'])
    expect(await namesWith('is_not', ['maintenance'])).toHaveLength(7)
    const [row] = await stage.as(
      'viewer',
      (tx) => tx`select to_jsonb(public.get_heartbeat_counts()) as counts`,
    )
    expect(row?.['counts']).toMatchObject({ late: 0, failing: 0, maintenance: 2 })
    await stage.admin`delete from public.maintenance_windows`
    expect(await namesWith('is', ['late', 'failing'])).toEqual(['Failing', 'Late'])
  })

  it('by several states, and by having an address', async () => {
    expect(await namesWith('is', ['late', 'failing'])).toEqual(['Failing', 'Late'])
    expect(await namesWith('empty', [])).toEqual(['Resting', 'Revoked', 'Without'])
    expect(await namesWith('filled', [])).toHaveLength(6)
    expect(await namesWith('is', ['gone'])).toEqual([])
  })

  it('with other conditions, nested too', async () => {
    const heartbeat = { field: 'heartbeat', operator: 'is', values: ['late', 'failing'] } as const
    const name = { field: 'name', operator: 'contains', values: ['a'] } as const
    const nested: Conditions = {
      match: 'all',
      conditions: [name, { match: 'any', conditions: [heartbeat, { ...heartbeat, values: ['paused'] }] }],
    }
    expect(await namesOf(JSON.stringify(nested))).toEqual(['Failing', 'Late', 'Paused'])
  })

  it('of automations and agents alone, and by no operator of other types', async () => {
    expect(await namesWith('is', ['late'], 'agent')).toEqual([])
    await expect(namesWith('is', ['late'], 'system')).rejects.toThrow(
      'There is no field "heartbeat" to filter by.',
    )
    await expect(namesWith('contains', ['late'])).rejects.toThrow(
      'The field "heartbeat" cannot be filtered by "contains".',
    )
  })
})
