import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`delete from public.security_audit_log`
  await stage.admin`
    insert into public.security_audit_log (account_id, user_id, action, resource_type, resource_id, created_at)
    select ${ID.acme}, ${ID.user}, 'failed_login', 'user_account', ${ID.user}, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 hour'
    from generate_series(1, 150) n`
  await stage.admin`
    insert into public.security_audit_log (account_id, user_id, action, resource_type, resource_id, created_at) values
      (${ID.acme}, ${ID.admin}, 'permission_updated', 'account_member', ${ID.viewer}, '2026-02-01T00:00:00Z'),
      (${ID.acme}, ${ID.former}, 'printer_on_fire', 'printer', '7', '2026-02-02T00:00:00Z'),
      (${ID.rivals}, ${ID.rival}, 'login_successful', 'user_account', ${ID.rival}, '2026-02-03T00:00:00Z')`
})
afterAll(() => stage?.close())

const entrySchema = z.object({
  id: z.string(),
  action: z.string(),
  severity: z.string(),
  user_name: z.string().nullable(),
  resource_name: z.string().nullable(),
  created_at: z.string(),
})
type Entry = z.infer<typeof entrySchema>

async function read(actor: Person, filter: string): Promise<Entry[]> {
  const rows = await stage.as(actor, (tx) =>
    tx.unsafe(`select *, created_at::text as created_at from public.get_audit_log(${filter})`),
  )
  return z.array(entrySchema).parse([...rows])
}

const actionsOf = (entries: readonly Entry[]) => entries.map(({ action }) => action)

describe('get_audit_log', () => {
  it('[SEC-09] gives 100 entries, newest first, and after them the older ones, each once', async () => {
    const first = await read('admin', '')
    expect(first).toHaveLength(100)
    const last = first.at(-1)
    const rest = await read('admin', `before_time => '${last?.created_at}', before_id => '${last?.id}'`)
    expect(rest).toHaveLength(52)
    const times = [...first, ...rest].map(({ created_at: at }) => at)
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(152)
  })

  it('names who did it and whom it concerns; nobody who has left', async () => {
    const [fire, level] = await read('admin', '')
    expect(fire).toMatchObject({ action: 'printer_on_fire', user_name: null, resource_name: null })
    expect(level).toMatchObject({ user_name: 'Ada Admin', resource_name: 'Vic Viewer' })
  })

  it('[SEC-04] filters by action, person, severity and time', async () => {
    expect(actionsOf(await read('admin', `action_param => 'printer_on_fire'`))).toEqual(['printer_on_fire'])
    expect(actionsOf(await read('admin', `person_param => '${ID.admin}'`))).toEqual(['permission_updated'])
    expect(actionsOf(await read('admin', `severity_param => 'high'`))).toEqual(['permission_updated'])
    expect(actionsOf(await read('admin', `severity_param => 'low'`))).toEqual(['printer_on_fire'])
    expect(
      await read('admin', `from_param => '2026-01-01T01:00:00Z', until_param => '2026-01-01T03:00:00Z'`),
    ).toHaveLength(2)
    expect(
      await read('admin', `person_param => '${ID.user}', action_param => 'failed_login', rows_param => 1000`),
    ).toHaveLength(150)
  })

  it('knows that an action has one severity', async () => {
    expect(await read('admin', `action_param => 'failed_login', severity_param => 'medium'`)).toHaveLength(
      100,
    )
    expect(await read('admin', `action_param => 'failed_login', severity_param => 'high'`)).toEqual([])
  })

  it('answers a filter that fits nothing with nothing', async () => {
    expect(await read('admin', `action_param => '<b>'`)).toEqual([])
    expect(await read('admin', `severity_param => 'dreadful'`)).toEqual([])
    expect(await read('admin', `person_param => '${ID.rival}'`)).toEqual([])
  })

  it('refuses a time that ends before it begins, and pages that are too large', async () => {
    await expect(
      read('admin', `from_param => '2026-02-01', until_param => '2026-01-01'`),
    ).rejects.toMatchObject({ code: '22023', message: 'The end must be after the start.' })
    for (const rows of ['1001', '0', '-1', 'null'])
      await expect(read('admin', `rows_param => ${rows}`)).rejects.toMatchObject({ code: '22023' })
  })

  it('speaks of no other account', async () => {
    expect(actionsOf(await read('rival', ''))).toEqual(['login_successful'])
    expect(await read('rival', `person_param => '${ID.user}'`)).toEqual([])
  })

  it('says how bad an action is whatever a browser reports', async () => {
    await stage.as(
      'viewer',
      (tx) => tx`
        insert into public.security_audit_log (action, resource_type, details)
        values ('printer_on_fire', 'printer', '{"severity": "high"}')`,
      { keep: true },
    )
    const [entry] = await read('admin', '')
    expect(entry).toMatchObject({ action: 'printer_on_fire', severity: 'low' })
  })
})

describe('get_audit_filters', () => {
  const filtersOf = (actor: Person) =>
    stage.as(actor, async (tx) => (await tx`select public.get_audit_filters() as filters`)[0]?.['filters'])

  it('[SEC-04] lists the actions that there are, and the members', async () => {
    expect(await filtersOf('admin')).toMatchObject({
      actions: ['failed_login', 'permission_updated', 'printer_on_fire'],
      people: expect.arrayContaining([{ id: ID.viewer, name: 'Vic Viewer' }]),
    })
    expect(await filtersOf('rival')).toEqual({
      actions: ['login_successful'],
      people: [{ id: ID.rival, name: expect.any(String) }],
    })
  })
})
