import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

type Tx = postgres.TransactionSql

interface Added {
  added: readonly { id: string; name: string }[]
  taken: readonly string[]
}

async function add(tx: Tx, kind: string, records: unknown): Promise<Added> {
  const [row] = await tx<{ answer: Added }[]>`
    select public.add_records(${kind}, ${JSON.stringify(records)}::text::jsonb) as answer`
  if (!row) throw new Error('add_records gave no row.')
  return row.answer
}

const refusal = (actor: Actor, kind: string, records: unknown) =>
  stage
    .as(actor, (tx) => add(tx, kind, records))
    .then(
      () => null,
      (error: unknown) => error,
    )

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

describe('add_records refuses', () => {
  it('those who may not add records', async () => {
    for (const actor of ['viewer', 'unplaced', 'former'] as const)
      expect(await refusal(actor, 'system', named('Wiki'))).toMatchObject({
        code: '42501',
        message: 'Viewers cannot add records.',
      })
    expect(await refusal('anonymous', 'system', named('Wiki'))).toMatchObject({ code: '42501' })
    expect(await refusal('service', 'system', named('Wiki'))).toMatchObject({ code: '42501' })
    expect(await refusal('user', 'system', named('Wiki'))).toBeNull()
  })

  it('another kind, and anything but a list of 1 to 100 records', async () => {
    expect(await refusal('user', 'article', named('Wiki'))).toMatchObject({ code: '22023' })
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `System ${index}` }))
    for (const records of [[], many, { name: 'Wiki' }, 'Wiki', null])
      expect(await refusal('user', 'system', records)).toMatchObject({
        message: 'Add 1 to 100 records at once.',
      })
    for (const records of [['Wiki'], [null], [{ name: 'Wiki' }, []]])
      expect(await refusal('user', 'system', records)).toMatchObject({
        message: 'A record must be an object.',
      })
    expect(await refusal('user', 'system', many.slice(1))).toBeNull()
  })

  it('unknown fields, fields that users may not set, and a record without a name', async () => {
    const sentence = { message: 'A new record has a name, and only fields that can be set.' }
    for (const records of [
      [{ name: 'Wiki', nowhere: 1 }],
      [{ name: 'Wiki', id: ID.nobody }],
      [{ name: 'Wiki', 'name) select 1; --': 1 }],
      [{ description: 'x' }],
    ])
      expect(await refusal('user', 'system', records)).toMatchObject(sentence)
    expect(await refusal('user', 'system', [{ name: 'Wiki' }, { description: 'x' }])).toMatchObject({
      message: 'Name must have 1 to 120 characters.',
    })
  })

  it('all of them where one breaks a rule', async () => {
    const names = await stage.as('user', async (tx) => {
      const failed = await tx
        .savepoint((part) => add(part, 'agent', [{ name: 'Good' }, { name: 'Bad', platform: 'Nowhere' }]))
        .catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: expect.any(String) })
      return tx`select name from public.agents where name in ('Good', 'Bad')`
    })
    expect(names).toHaveLength(0)
  })

  it('records of another account, and owners from there', async () => {
    expect(await refusal('admin', 'system', [{ name: 'Wiki', account_id: ID.rivals }])).toMatchObject({
      code: '42501',
    })
    expect(await refusal('admin', 'system', [{ name: 'Wiki', owner_id: ID.rival }])).toMatchObject({
      code: '23503',
    })
  })

  it('everyone but admins while the catalogue is switched off', async () => {
    const off = (actor: Actor) =>
      stage.as('admin', async (tx) => {
        await tx`
          insert into public.app_features (account_id, feature_name, enabled) values (${ID.acme}, 'systems', false)
          on conflict (account_id, feature_name) do update set enabled = false`
        await become(tx, actor)
        return add(tx, 'system', named('Wiki'))
      })
    await expect(off('user')).rejects.toMatchObject({ code: '42501' })
    expect((await off('admin')).added).toHaveLength(1)
  })
})

describe('add_records adds', () => {
  it('the values of each record, with the defaults of the catalogue, as the caller', async () => {
    const rows = await stage.as('user', async (tx) => {
      const { added, taken } = await add(tx, 'system', [
        { name: ' Zendesk ', vendor: 'Zendesk', description: 'Answers requests.', owner_id: ID.user },
        { name: 'Airtable' },
      ])
      expect(added.map(({ name }) => name)).toEqual(['Airtable', 'Zendesk'])
      expect(taken).toEqual([])
      return tx`
        select name, vendor, description, status, owner_id, created_by, account_id, details
        from public.systems where id in ${tx(added.map(({ id }) => id))} order by name`
    })
    const common = { status: 'active', created_by: ID.user, account_id: ID.acme, details: {} }
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { ...common, name: 'Airtable', vendor: '', description: '', owner_id: null },
      { ...common, name: 'Zendesk', vendor: 'Zendesk', description: 'Answers requests.', owner_id: ID.user },
    ])
  })

  it('records of every kind with the fields of the kind, and their history', async () => {
    const lines = await stage.as('manager', async (tx) => {
      const kinds = {
        agent: { name: 'Scribe', platform: 'Anthropic', status: 'active' },
        automation: { name: 'Mailer', source: 'Zapier', status: 'active' },
        solution: { name: 'Site', use_cases: ['Visits'], related_systems: [ID.billing] },
      }
      for (const [kind, record] of Object.entries(kinds)) await add(tx, kind, [record])
      return tx`
        select kind, action, changed_by from public.record_history
        where record_name in ('Scribe', 'Mailer', 'Site') order by kind`
    })
    expect(lines.map((line) => ({ ...line }))).toEqual(
      ['agent', 'automation', 'solution'].map((kind) => ({
        kind,
        action: 'created',
        changed_by: ID.manager,
      })),
    )
  })

  it('no name that is there already or stands twice, and tells which', async () => {
    const answer = await stage.as('user', (tx) =>
      add(tx, 'system', named('BILLING', 'Wiki', ' wiki', 'Secret plans')),
    )
    expect(answer.added.map(({ name }) => name)).toEqual(['Secret plans', 'Wiki'])
    expect(answer.taken).toEqual(['BILLING', 'wiki'])
  })

  it('each record once where two calls add the same at once', async () => {
    const both = await Promise.all(
      (['user', 'manager'] as const).map((actor) =>
        stage.as(actor, (tx) => add(tx, 'system', named('Wiki', 'Chat')), { keep: true }),
      ),
    )
    expect(both.map(({ added, taken }) => [added.length, taken.length]).toSorted()).toEqual([
      [0, 2],
      [2, 0],
    ])
    await stage.admin`delete from public.systems where name in ('Wiki', 'Chat')`
  })
})

describe('get_first_steps', () => {
  const steps = async (tx: Tx) => {
    const [row] = await tx`select to_json(public.get_first_steps()) as answer`
    return row?.['answer']
  }

  it('says how far the caller’s own account has come, and no more than five', async () => {
    const acme = { systems: 3, owned: 1, has_colleague: true, has_link: false }
    expect(await stage.as('viewer', steps)).toEqual(acme)
    const later = await stage.as('admin', async (tx) => {
      await add(
        tx,
        'system',
        Array.from({ length: 7 }, (_, at) => ({ name: `S${at}`, owner_id: ID.admin })),
      )
      await add(tx, 'agent', [
        {
          name: 'Scribe',
          platform: 'Custom',
          links: [{ purpose: 'docs', title: '', url: 'https://a.test' }],
        },
      ])
      return steps(tx)
    })
    expect(later).toEqual({ systems: 5, owned: 5, has_colleague: true, has_link: true })
  })

  it('counts another member or an open invitation as the colleague', async () => {
    expect(await stage.as('rival', steps)).toEqual({
      ...{ systems: 1, owned: 1, has_link: false },
      has_colleague: true,
    })
    const alone = await stage.as('rival', async (tx) => {
      await tx`update public.pending_invitations set declined_at = now() where account_id = ${ID.rivals}`
      return steps(tx)
    })
    expect(alone).toMatchObject({ has_colleague: false })
  })

  it('finds nothing for those without an account, and is not for anonymous callers', async () => {
    const nothing = { systems: 0, owned: 0, has_colleague: false, has_link: false }
    for (const actor of ['unplaced', 'former'] as const) expect(await stage.as(actor, steps)).toEqual(nothing)
    expect(await stage.outcome('anonymous', 'select public.get_first_steps()')).toEqual({ refused: '42501' })
  })
})
