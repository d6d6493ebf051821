import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const begun = z.object({ total: z.number(), ids: z.array(z.string()) })
const rows = z.array(z.record(z.string(), z.unknown()))

const TAG = '00000000-0000-4000-8000-00000000e001'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    insert into public.tags (id, account_id, name) values ('${TAG}', '${ID.acme}', 'Bookkeeping');
    update public.profiles set department = 'Finance', privacy_department_visible = true where id = '${ID.user}'`)
  await stage.as(
    'manager',
    async (tx) => {
      await tx`select public.change_in_bulk('system', 'add_tag', ${TAG}, ${`{${ID.billing},${ID.ledger}}`}::uuid[])`
      await tx`update public.systems set owner_id = ${ID.user}, status = 'inactive' where id = ${ID.billing}`
      await tx`delete from public.agents where id = ${ID.oracle}`
    },
    { keep: true },
  )
})
afterAll(() => stage?.close())

function begin(actor: Person, list: string, filter: object = {}, options = {}) {
  return stage.as(
    actor,
    async (tx) => {
      const [row] =
        await tx`select public.begin_list_export(${list}, 'csv', ${JSON.stringify(filter)}::text::jsonb) as answer`
      return begun.parse(row?.['answer'])
    },
    options,
  )
}

function read(actor: Person, list: string, ids: readonly string[]) {
  return stage.as(actor, async (tx) => {
    const [row] = await tx`select public.get_list_to_export(${list}, ${`{${ids.join()}}`}::text[]) as answer`
    return rows.parse(row?.['answer'])
  })
}

async function exported(actor: Person, list: string, filter: object = {}) {
  const { ids } = await begin(actor, list, filter)
  return read(actor, list, ids)
}

describe('begin_list_export', () => {
  it('refuses what is no list, no format and no filter of it', async () => {
    const refused = async (list: string, filter: object = {}) =>
      begin('admin', list, filter).catch(({ code }) => code)
    expect(await refused('systems')).toBe('22023')
    expect(await refused('team', { sort: 'e.name; drop table x' })).toBe('22023')
    expect(await refused('team', { query: 'x'.repeat(201) })).toBe('22023')
    expect(await refused('team', { descending: 'perhaps' })).toBe('22P02')
    expect(await refused('history', { record: "') or true --" })).toBe('22P02')
    expect(
      await stage
        .as('admin', (tx) => tx`select public.begin_list_export('team', 'exe')`)
        .catch(({ code }) => code),
    ).toBe('22023')
  })

  it('counts against the same limit as exports of catalogues', async () => {
    const code = await stage.as('manager', async (tx) => {
      for (let turn = 0; turn < 30; turn += 1) await tx`select public.begin_export('system', 'csv')`
      return tx
        .savepoint((point) => point`select public.begin_list_export('bin', 'csv')`)
        .then(
          () => 'ok',
          (error: { code: string }) => error.code,
        )
    })
    expect(code).toBe('PT429')
  })

  it('enters into the audit log who exported which list', async () => {
    await begin('user', 'history', { record: ID.billing }, { keep: true })
    expect(
      await stage.admin`
        select user_id, resource_type, resource_id, details
        from public.security_audit_log where action = 'records_exported'`,
    ).toEqual([
      {
        user_id: ID.user,
        resource_type: 'history',
        resource_id: ID.billing,
        details: { records: expect.any(Number), format: 'csv' },
      },
    ])
  })
})

describe('get_list_to_export', () => {
  it('refuses other lists and more than a thousand rows', async () => {
    expect(await read('admin', 'systems', []).catch(({ code }) => code)).toBe('22023')
    expect(await read('admin', 'team', Array(1001).fill(ID.user)).catch(({ code }) => code)).toBe('22023')
  })

  it('gives nothing of another account, whatever ids it is asked for', async () => {
    const lists = [
      ['team', {}],
      ['bin', {}],
      ['acts', {}],
      ['history', { record: ID.billing }],
    ] as const
    for (const [list, filter] of lists) {
      const { ids } = await begin('admin', list, filter)
      expect([list, ids.length > 0]).toEqual([list, true])
      expect([list, await read('rival', list, ids)]).toEqual([list, []])
      expect([list, await read('unplaced', list, ids)]).toEqual([list, []])
    }
    expect(await begin('rival', 'history', { record: ID.billing })).toEqual({ total: 0, ids: [] })
  })

  it('has the team as the directory shows it, filtered and in its order', async () => {
    const names = async (actor: Person, filter: object) =>
      (await exported(actor, 'team', filter)).map(({ name }) => name)
    expect(await names('viewer', { sort: 'name', descending: true })).toEqual([
      'Vic Viewer',
      'Uma User',
      'Mia Manager',
      'Dan Deputy',
      'Cleo Colleague',
      'Ada Admin',
    ])
    expect(await names('viewer', { in_department: 'Finance' })).toEqual(['Uma User'])
    expect(await names('manager', { of_status: 'pending' })).toEqual([])
    expect(await names('admin', { of_status: 'pending' })).toEqual(['Ivy Invited', 'Lou'])
  })

  it('tells addresses as profiles do: one’s own, others masked, and to admins those of the invited', async () => {
    const addresses = async (actor: Person) =>
      new Map((await exported(actor, 'team')).map(({ name, email }) => [name, email]))
    await stage.admin`update public.profiles set privacy_email_visible = ${false} where id = ${ID.manager}`
    const [mine, admins] = [await addresses('user'), await addresses('admin')]
    expect(mine.get('Uma User')).toBe('uma@acme.test')
    expect(mine.get('Mia Manager')).toBeNull()
    expect(mine.has('Ivy Invited')).toBe(false)
    expect(admins.get('Ivy Invited')).toBe('ivy@else.test')
    expect(admins.get('Mia Manager')).toBeNull()
    expect(admins.get('Uma User')).not.toBe('uma@acme.test')
  })

  it('has the bin as it is filtered', async () => {
    expect(await exported('viewer', 'bin', { of_kind: 'agent', query: ' ORA' })).toEqual([
      {
        id: ID.oracle,
        kind: 'agent',
        name: 'Oracle',
        deleted_by: 'Mia Manager',
        deleted_at: expect.any(String),
        expires_at: expect.any(String),
        reason: '',
      },
    ])
    expect(await exported('viewer', 'bin', { of_kind: 'system' })).toEqual([])
  })

  it('has acts with tags and people by name', async () => {
    const [act] = await exported('viewer', 'acts')
    expect(act).toMatchObject({
      ...{ action: 'add_tag', kind: 'system', value: 'Bookkeeping', records: 2 },
      ...{ done_by: 'Mia Manager', undone_by: null },
    })
  })

  it('has the history of a record, the latest first, with people and tags by name', async () => {
    const lines = await exported('viewer', 'history', { record: ID.billing })
    expect(lines.at(-1)).toMatchObject({ action: 'created', field: null })
    const changed = new Map(lines.map(({ field, before, after }) => [field, { before, after }]))
    expect(changed.get('owner_id')).toEqual({ before: null, after: 'Uma User' })
    expect(changed.get('status')).toEqual({ before: 'active', after: 'inactive' })
    expect(changed.get('tags')?.after).toEqual(['Bookkeeping'])
    expect(lines[0]).toMatchObject({ changed_by: 'Mia Manager' })
  })
})
