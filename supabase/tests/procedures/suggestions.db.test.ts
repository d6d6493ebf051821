import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, ID, type Person } from '../support/cast.ts'
import { become, openStage, outcomeOf, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(async () => {
  await stage.admin`delete from public.suggestions`
  await stage.admin`delete from public.notifications`
  await stage.admin`update public.systems set vendor = '' where id = ${ID.ledger}`
  await stage.admin`
    insert into public.api_settings (account_id, suggested_edits) values (${ID.acme}, true)
    on conflict (account_id) do update set suggested_edits = true`
})

const suggestion = (value: string, field = 'vendor', record: string = ID.ledger) =>
  `public.suggest_edit('system', '${record}', '${field}', '${value}', 'Seen on the invoice.', 'desk')`

const suggest = (person: Person, value = '"Acme"', field = 'vendor') =>
  stage.as(
    person,
    async (tx) => {
      const [row] = await tx.unsafe<{ id: string }[]>(`select ${suggestion(value, field)} ->> 'id' as id`)
      return row?.id ?? ''
    },
    { keep: true },
  )

const outcome = (person: Person, call: string) => stage.outcome(person, `select ${call}`)
const answer = (person: Person, how: 'accept' | 'dismiss', id: string) =>
  stage.outcome(person, `select public.${how}_suggestion('${id}')`, { keep: true })

/** Runs a refused answer, which ends the transaction: nothing is kept. */
const refusedAnswer = (person: Person, how: 'accept' | 'dismiss', id: string) =>
  outcome(person, `public.${how}_suggestion('${id}')`)

/** The outcome of a call that a token makes in a person's name. */
async function withScope(scope: string, call: string): Promise<string> {
  try {
    await stage.as('viewer', async (tx) => {
      await become(tx, 'viewer')
      const claims = JSON.stringify({ role: 'authenticated', sub: ID.viewer, scope })
      await tx`select set_config('request.jwt.claims', ${claims}, true)`
      await tx.unsafe(`select ${call}`)
    })
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const vendor = async () =>
  (await stage.admin<{ vendor: string }[]>`select vendor from public.systems where id = ${ID.ledger}`)[0]
    ?.vendor

describe('a suggestion', () => {
  it('is refused where no admin allows it, and to people whom it does not concern', async () => {
    expect(await outcome('viewer', suggestion('"Acme"'))).toBe(1)
    expect(await outcome('rival', suggestion('"Acme"'))).toEqual({ refused: '42501' })
    expect(await outcome('anonymous', suggestion('"Acme"'))).toEqual({ refused: '42501' })
    expect(await outcome('manager', 'public.allow_suggested_edits(false)')).toEqual({ refused: '42501' })
    expect(await stage.outcome('admin', 'select public.allow_suggested_edits(false)', { keep: true })).toBe(1)
    expect(await outcome('viewer', suggestion('"Acme"'))).toEqual({ refused: '42501' })
  })

  it('needs the scope of the catalogue', async () => {
    expect(await withScope('systems:read', suggestion('"Acme"'))).toBe('done')
    expect(await withScope('agents:read', suggestion('"Acme"'))).toContain('scope of this token')
  })

  it('is refused for values and fields that a form would refuse, and changes nothing', async () => {
    expect(await outcome('viewer', suggestion('"never"', 'status'))).toEqual({ refused: '23514' })
    expect(await outcome('viewer', suggestion('""', 'name'))).toEqual({ refused: '23514' })
    expect(await outcome('viewer', suggestion('"x"', 'created_by'))).toEqual({ refused: '22023' })
    expect(await outcome('viewer', suggestion('""'))).toEqual({ refused: '22023' })
    await suggest('viewer')
    expect(await vendor()).toBe('')
    const history = await stage.admin`
      select from public.record_history where record_id = ${ID.ledger} and field = 'vendor' and action = 'updated'`
    expect(history).toHaveLength(0)
  })

  it('is sent to the people whom the record concerns', async () => {
    await suggest('viewer')
    const told = await stage.admin`select user_id, actor_id, record_id, payload from public.notifications`
    expect(told).toEqual([
      { user_id: ID.colleague, actor_id: ID.viewer, record_id: ID.ledger, payload: { fields: ['vendor'] } },
    ])
  })

  it('waits five times at most for a person and record, and once for a value', async () => {
    for (const value of ['"A"', '"B"', '"C"', '"D"', '"E"']) await suggest('viewer', value)
    expect(await outcome('viewer', suggestion('"E"'))).toEqual({ refused: '22023' })
    expect(await outcome('viewer', suggestion('"F"'))).toEqual({ refused: '22023' })
    expect(await outcome('user', suggestion('"F"'))).toBe(1)
  })
})

describe('an answer', () => {
  it('comes from a person who may change the record, who has then made the change', async () => {
    const id = await suggest('viewer')
    expect(await refusedAnswer('viewer', 'accept', id)).toEqual({ refused: '42501' })
    expect(await refusedAnswer('user', 'accept', id)).toEqual({ refused: '42501' })
    expect(await refusedAnswer('rival', 'accept', id)).toEqual({ refused: 'HO001' })
    expect(await answer('manager', 'accept', id)).toBe(1)
    expect(await vendor()).toBe('Acme')
    const [line] = await stage.admin`
      select changed_by, after from public.record_history
      where record_id = ${ID.ledger} and field = 'vendor' and action = 'updated'`
    expect(line).toEqual({ changed_by: ID.manager, after: 'Acme' })
    expect(await refusedAnswer('manager', 'accept', id)).toEqual({ refused: 'HO001' })
  })

  it('is no answer to a field that was changed since', async () => {
    const id = await suggest('viewer')
    await stage.admin`update public.systems set vendor = 'Other' where id = ${ID.ledger}`
    expect(await refusedAnswer('manager', 'accept', id)).toEqual({ refused: 'HO001' })
    expect(await vendor()).toBe('Other')
    expect(await answer('manager', 'dismiss', id)).toBe(1)
  })

  it('may be a dismissal by the person whose assistant it was', async () => {
    const id = await suggest('viewer')
    expect(await refusedAnswer('user', 'dismiss', id)).toEqual({ refused: '42501' })
    expect(await answer('viewer', 'dismiss', id)).toBe(1)
    const waiting = await stage.as(
      'manager',
      (tx) => tx`select public.get_suggestions('system', ${ID.ledger})`,
    )
    expect(waiting).toEqual([{ get_suggestions: [] }])
  })
})

describe('the call of a tool', () => {
  /** The outcome of a call by a token of a person, or by their session where it has no scope. */
  const call = (actor: Actor, tool: string, scope: string | null = 'systems:read', keep = false) =>
    stage.as(
      actor,
      async (tx) => {
        if (scope !== null)
          await tx`
            select set_config('request.jwt.claims', (
              current_setting('request.jwt.claims')::jsonb || ${JSON.stringify({ scope, client_id: 'app' })}::text::jsonb
            )::text, true)`
        return outcomeOf(tx`select public.note_tool_call(${tool}, 'desk')`)
      },
      { keep },
    )
  const entries = () => stage.admin`
    select user_id, resource_id, details, severity from public.security_audit_log
    where action = 'assistant_tool_called'`

  it('is in the audit log with the tool and the program', async () => {
    expect(await call('viewer', 'search', 'systems:read', true)).toBe(1)
    expect(await entries()).toEqual([
      {
        user_id: ID.viewer,
        resource_id: 'search',
        details: { client: 'desk', client_id: 'app' },
        severity: 'low',
      },
    ])
  })

  it('is that of an assistant: a person who has signed in enters none', async () => {
    for (const actor of ['viewer', 'admin'] as const)
      expect(await call(actor, 'search', null)).toEqual({ refused: '42501' })
  })

  it('has the name of a tool that there is, and a member who calls', async () => {
    for (const tool of ['Drop table', 'member_removed', 'searched', ''])
      expect(await call('viewer', tool)).toEqual({ refused: '22023' })
    expect(await call('unplaced', 'search')).toEqual({ refused: '42501' })
  })

  it('is entered 120 times a minute', async () => {
    await stage.admin`
      insert into private.turns (key, minute, taken)
      select 'tool calls of ' || ${ID.user}::uuid, date_trunc('minute', now()) + minute * interval '1 minute', 120
      from generate_series(0, 1) as minute`
    expect(await call('user', 'search')).toEqual({ refused: 'PT429' })
    expect(await call('manager', 'search')).toBe(1)
  })
})

describe('a suggested relation', () => {
  const call = (type = 'depends_on', other: string = ID.helper, remove = false) =>
    `public.suggest_relation('system', '${ID.ledger}', '${type}', '${other}', ${remove}, 'Seen.', 'desk')`
  const suggested = (person: Person, remove = false) =>
    stage.as(
      person,
      async (tx) => {
        const [row] = await tx.unsafe(`select ${call('depends_on', ID.helper, remove)} ->> 'id' as id`)
        return String(row?.['id'])
      },
      { keep: true },
    )
  const related = () =>
    stage.admin`select assigned_by from public.relations where from_id = ${ID.ledger} and to_id = ${ID.helper}`

  it('is added, and removed again, in the name of who accepts', async () => {
    const added = await suggested('viewer')
    expect(await related()).toHaveLength(0)
    expect(await refusedAnswer('viewer', 'accept', added)).toEqual({ refused: '42501' })
    expect(await answer({ id: ID.colleague }, 'accept', added)).toBe(1)
    expect(await related()).toEqual([{ assigned_by: ID.colleague }])
    expect(await outcome('viewer', call())).toEqual({ refused: '22023' })
    const removed = await suggested('viewer', true)
    expect(await outcome('viewer', call('depends_on', ID.helper, true))).toEqual({ refused: '22023' })
    expect(await answer('manager', 'accept', removed)).toBe(1)
    expect(await related()).toHaveLength(0)
  })

  it.each([
    ['of no known type', call('likes'), '23514'],
    ['of a record with itself', call('depends_on', ID.ledger), '23514'],
    ['to a record of another account', call('depends_on', ID.rivalSystem), 'PT404'],
    ['that is not there and should go', call('part_of', ID.helper, true), '22023'],
  ])('is refused: one %s', async (_, asked, code) => {
    expect(await outcome('viewer', asked)).toEqual({ refused: code })
  })

  it('needs the scopes of both catalogues', async () => {
    expect(await withScope('systems:read agents:read', call())).toBe('done')
    expect(await withScope('systems:read', call())).not.toBe('done')
  })

  it('is refused where it was added in the meantime', async () => {
    const added = await suggested('viewer')
    await stage.as(
      'manager',
      (tx) =>
        tx`insert into public.relations (from_id, to_id, type) values (${ID.ledger}, ${ID.helper}, 'depends_on')`,
      { keep: true },
    )
    expect(await refusedAnswer('manager', 'accept', added)).toEqual({ refused: 'HO001' })
    await stage.admin`delete from public.relations where from_id = ${ID.ledger} and to_id = ${ID.helper}`
  })
})
