import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

const begun = z.object({ total: z.number(), ids: z.array(z.string()) })
const rows = z.array(z.looseObject({ id: z.string(), name: z.string() }))

const TAG = '00000000-0000-4000-8000-00000000e001'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin.unsafe(`
    insert into public.tags (id, account_id, name) values ('${TAG}', '${ID.acme}', 'Bookkeeping');
    insert into public.own_fields (account_id, kind, key, name, type, record_kind) values
      ('${ID.acme}', 'system', 'backup', 'Backup', 'member', null),
      ('${ID.acme}', 'system', 'feeds', 'Feeds', 'record', 'system');
    update public.systems set
      tags = '{${TAG}}', description = '=1+1', details = '{"secret": "not a column"}',
      own = '{"backup": "${ID.colleague}", "feeds": "${ID.archive}"}'
    where id = '${ID.ledger}';
    update public.systems set invited_owner_id = '${ID.invitation}' where id = '${ID.billing}'`)
})
afterAll(() => stage?.close())

interface Asked {
  kind?: string
  format?: string
  query?: string
  sort?: string
  descending?: boolean
  owners?: string
  conditions?: object
}

function begin(actor: Person, asked: Asked = {}, options = {}) {
  const { kind = 'system', format = 'csv', query = '', sort = 'usual', descending = false } = asked
  return stage.as(
    actor,
    async (tx) => {
      const [row] = await tx`
        select public.begin_export(${kind}, ${format}, ${query}, ${sort}, ${descending},
          owners => ${asked.owners ?? null}::uuid[],
          conditions => ${asked.conditions === undefined ? null : JSON.stringify(asked.conditions)}::text::jsonb
        ) as answer`
      return begun.parse(row?.['answer'])
    },
    options,
  )
}

function records(actor: Person, ids: readonly string[], kind = 'system') {
  return stage.as(actor, async (tx) => {
    const [row] =
      await tx`select public.get_records_to_export(${kind}, ${`{${ids.join()}}`}::uuid[]) as answer`
    return rows.parse(row?.['answer'])
  })
}

describe('begin_export', () => {
  it('refuses what is no catalogue, no order and no format', async () => {
    for (const asked of [
      { kind: 'article' },
      { kind: "systems'; --" },
      { sort: 'r.id; drop table x' },
      { format: 'exe' },
    ])
      expect(await begin('viewer', asked).catch(({ code }) => code)).toBe('22023')
  })

  it('refuses a filter as the list does, and finds nothing by what is SQL', async () => {
    const wrong = { match: 'all', conditions: [{ field: 'own.gone', operator: 'is', values: ['x'] }] }
    expect(await begin('viewer', { conditions: wrong }).catch(({ code }) => code)).toBe('22023')
    expect(await begin('viewer', { query: 'x'.repeat(201) }).catch(({ code }) => code)).toBe('22023')
    const sly = { match: 'all', conditions: [{ field: 'name', operator: 'is', values: ["x') or true --"] }] }
    expect(await begin('viewer', { conditions: sly })).toEqual({ total: 0, ids: [] })
  })

  it('refuses the thirty-first export within a minute', async () => {
    const outcomes = await stage.as('manager', async (tx) => {
      const codes: string[] = []
      for (let turn = 0; turn < 31; turn += 1) {
        await tx
          .savepoint((point) => point`select public.begin_export('system', 'csv')`)
          .then(
            () => codes.push('ok'),
            ({ code }) => codes.push(code),
          )
      }
      return codes
    })
    expect(outcomes.slice(0, 30).every((outcome) => outcome === 'ok')).toBe(true)
    expect(outcomes[30]).toBe('PT429')
  })

  it('gives all ids of the caller’s account that fit, in the order of the list', async () => {
    expect(await begin('viewer')).toEqual({ total: 3, ids: [ID.archive, ID.billing, ID.ledger] })
    expect((await begin('viewer', { sort: 'name', descending: true })).ids).toEqual([
      ID.ledger,
      ID.billing,
      ID.archive,
    ])
    expect((await begin('viewer', { sort: 'owner' })).ids[0]).toBe(ID.archive)
    expect((await begin('viewer', { owners: `{${ID.invitation}}` })).ids).toEqual([ID.billing])
    expect((await begin('viewer', { query: 'ledgr' })).ids).toEqual([ID.ledger])
    expect(await begin('rival')).toEqual({ total: 1, ids: [ID.rivalSystem] })
    expect(await begin('unplaced')).toEqual({ total: 0, ids: [] })
  })

  it('enters into the audit log who exported how many', async () => {
    await begin('user', { format: 'xlsx' }, { keep: true })
    expect(
      await stage.admin`
        select account_id, user_id, resource_type, severity, details
        from public.security_audit_log where action = 'records_exported'`,
    ).toEqual([
      {
        account_id: ID.acme,
        user_id: ID.user,
        resource_type: 'systems',
        severity: 'medium',
        details: { records: 3, format: 'xlsx' },
      },
    ])
  })
})

describe('get_records_to_export', () => {
  it('refuses other kinds and more than a thousand records', async () => {
    expect(await records('viewer', [], 'article').catch(({ code }) => code)).toBe('22023')
    expect(await records('viewer', Array(1001).fill(ID.ledger)).catch(({ code }) => code)).toBe('22023')
  })

  it('gives nothing of another account, whatever ids it is asked for', async () => {
    expect(await records('viewer', [ID.rivalSystem])).toEqual([])
    expect(await records('rival', [ID.ledger, ID.billing])).toEqual([])
    expect(await records('unplaced', [ID.ledger])).toEqual([])
  })

  it('tells people, tags and records by name, in the order that it is asked for', async () => {
    const [ledger, archive] = await records('viewer', [ID.ledger, ID.archive])
    expect(ledger).toMatchObject({
      name: 'Ledger',
      description: '=1+1',
      owner: null,
      tags: ['Bookkeeping'],
      experts: ['Vic Viewer <vic@acme.test>'],
      own: { backup: 'Cleo Colleague', feeds: 'Archive' },
    })
    expect(ledger).not.toHaveProperty('details')
    expect(archive).toMatchObject({ owner: 'Uma User', experts: [], own: {} })
    const [portal] = await records('viewer', [ID.portal], 'solution')
    expect(portal).toMatchObject({ related_systems: ['Billing', 'Ledger'] })
  })

  it('names what a record depends on, with the kind where the name alone tells no other record apart', async () => {
    const [row] = await stage.as('user', async (tx) => {
      await tx`insert into public.agents (name, platform) values ('Twin, the', 'Other')`
      await tx`insert into public.automations (name, source) values ('Twin, the', 'Other')`
      await tx`insert into public.relations (from_id, to_id, type)
        select ${ID.ledger}, r.id, 'depends_on' from private.records r
        where r.account_id = ${ID.acme} and (r.name = 'Twin, the' and r.kind = 'agent' or r.id in (${ID.helper}, ${ID.archive}))`
      await tx`insert into public.relations (from_id, to_id, type) values (${ID.ledger}, ${ID.billing}, 'replaces')`
      return tx`select public.get_records_to_export('system', ${`{${ID.ledger}}`}::uuid[]) -> 0 -> 'depends_on' as names`
    })
    expect(row?.['names']).toEqual(['Archive', 'Helper', 'agent: Twin, the'])
  })

  it('tells when an automation last reported, in place of what was entered by hand', async () => {
    await stage.admin`update public.automations set last_run = '2020-01-01' where id in ${stage.admin([ID.invoices, ID.reminders])}`
    const [reported, entered] = await records('viewer', [ID.invoices, ID.reminders], 'automation')
    expect(String(entered?.['last_run'])).toContain('2020-01-01')
    expect(Date.parse(String(reported?.['last_run']))).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  it('tells addresses to those alone who may see them', async () => {
    const owners = async (actor: Person) =>
      (await records(actor, [ID.archive, ID.billing])).map(({ owner }) => owner)
    expect(await owners('viewer')).toEqual(['Uma User', 'Ivy Invited'])
    expect(await owners('user')).toEqual(['Uma User <uma@acme.test>', 'Ivy Invited'])
    expect(await owners('admin')).toEqual(['Uma User', 'Ivy Invited <ivy@else.test>'])
  })
})
