import { fillLargeAccount } from '@cairn/testing/large-account'
import type postgres from 'postgres'
import { extent } from '../support/extent.ts'
import { heading, line, lineWithAim } from '../support/print.ts'
import { type Reader, setAsideIndexes } from './arrange.ts'
import { statementFor, timed } from './measure.ts'
import { type LargeDatabase, withDatabaseOnDisk } from './on-disk.ts'
import { call, foundRequest, listRequest, type ScreenRequest } from './requests.ts'

/** Fewer show that it works; `FIELDS_OF=20000 npm run bench -- growth:fields`. */
const SYSTEMS = extent(1_000_000, 5_000, 'FIELDS_OF')
const TAGS = 500
const TAGS_OF_A_RECORD = 10
const OWN_FIELDS = 20
/** The share of records with the choice, or with a number in the range: one in so many. */
const ONE_IN = 50
const FILTER_MS = 300
const ORDER_MS = 1_000
const LIST_RATIO = 1.5
/** Times below this are noise of the machine. */
const NOISE_MS = 0.3

const tag = (number: number | string) => `md5('tag ' || ${number})::uuid`

/** Measures lists of one large account whose records have many custom fields and tags. */
export async function measureFields(): Promise<void> {
  heading(
    `Fields: ${SYSTEMS} systems of one account, ${OWN_FIELDS} own fields and ${TAGS_OF_A_RECORD} tags on each`,
  )
  await withDatabaseOnDisk(async (database) => {
    const { sql } = database
    const putBack = await setAsideIndexes(sql)
    const reader = await fillLargeAccount(sql, {
      system: SYSTEMS,
      solution: 1,
      agent: 1,
      automation: 1,
      binned: 0,
    })
    await putBack()
    await sql`select private.recount_account(${reader.accountId})`
    await sql`vacuum (analyze)`
    const list = { ...listRequest(reader), url: listRequest(reader).url.replace(/select=[^&]*/, 'select=*') }
    const before = await quickest(database, reader, list)
    const began = performance.now()
    await fillFields(sql, reader)
    line('fields and tags made in', `${Math.round((performance.now() - began) / 1000)} s`)
    const after = await quickest(database, reader, list)
    const ratio = after - before > NOISE_MS ? after / before : 1
    lineWithAim(
      `a list of 50: ${before.toFixed(2)} → ${after.toFixed(2)} ms`,
      ratio,
      LIST_RATIO,
      (times) => `× ${times.toFixed(2)}`,
    )
    for (const request of await filterRequests(sql)) await report(database, reader, request, FILTER_MS)
    for (const sort of ['own.f0', 'own.f1', 'own.f2', 'own.f3', 'cost_per_month', 'vendor'])
      for (const descending of [false, true])
        await report(
          database,
          reader,
          foundRequest(`ordered by ${sort}${descending ? ', the last first' : ''}`, { sort, descending }),
          ORDER_MS,
        )
    for (const field of ['status', 'tags', 'own.f0', 'vendor'])
      await report(
        database,
        reader,
        { ...call('group_records', { kind: 'system', field }), title: `groups of all by ${field}` },
        ORDER_MS,
      )
  })
}

async function quickest(
  { sql, cache }: LargeDatabase,
  reader: Reader,
  request: ScreenRequest,
): Promise<number> {
  return (await timed(sql, statementFor(cache, request), reader)).ms
}

async function report(
  database: LargeDatabase,
  reader: Reader,
  request: ScreenRequest,
  aim: number,
): Promise<void> {
  const { sql, cache } = database
  const { ms } = await timed(sql, statementFor(cache, request), reader, {
    times: 5,
    warmUp: 1,
    isEnded: true,
  })
  lineWithAim(request.title, ms, aim)
}

async function filterRequests(sql: postgres.Sql): Promise<readonly ScreenRequest[]> {
  const [row] = await sql.unsafe<[{ id: string }]>(`select ${tag(7)} as id`)
  const [text] = await sql.unsafe<[{ text: string }]>(
    "select own ->> 'f3' as text from public.systems order by id limit 1",
  )
  const byTag = { field: 'tags', operator: 'is', values: [row.id] }
  const byChoice = { field: 'own.f0', operator: 'is', values: ['c7'] }
  const byNumber = { field: 'own.f1', operator: 'between', values: ['1000', `${1000 + 10_000 / ONE_IN}`] }
  const asked = {
    'by tag': [byTag],
    'by own choice': [byChoice],
    'by number range': [byNumber],
    'by tag and own choice': [byTag, byChoice],
    'by tag and number range': [byTag, byNumber],
    'by own choice and number range': [byChoice, byNumber],
    'by own text': [{ field: 'own.f3', operator: 'is', values: [text.text] }],
    'by a part of an own text': [{ field: 'own.f3', operator: 'contains', values: [text.text.slice(-4)] }],
    'by vendor': [{ field: 'vendor', operator: 'is', values: ['vendor 77'] }],
    'by a part of the vendor': [{ field: 'vendor', operator: 'contains', values: ['777'] }],
  }
  return Object.entries(asked).flatMap(([title, conditions]) => {
    const filter = { conditions: { match: 'all', conditions } }
    return [
      foundRequest(title, filter),
      { ...call('group_records', { kind: 'system', field: 'own.f0', ...filter }), title: `groups ${title}` },
    ]
  })
}

/** The value of custom field `number` of the record n: a choice, a number, a day or a text. */
const ownValue = (number: number): string =>
  [
    `to_jsonb('c' || (hashint4(n) & 2147483647) % ${ONE_IN})`,
    'to_jsonb((hashint4(n + 1) & 2147483647) % 10000)',
    `to_jsonb((date '2020-01-01' + (hashint4(n + 2) & 2147483647) % 3000)::text)`,
  ][number] ?? `to_jsonb('Text ' || (hashint4(n + ${number}) & 2147483647) % 100000)`
const TYPES = ['choice', 'number', 'date']

/** Gives every system all values and tags directly in the database, as the triggers would. */
async function fillFields(sql: postgres.Sql, { accountId }: Reader): Promise<void> {
  const values = Array.from({ length: OWN_FIELDS }, (_, number) => `'f${number}', ${ownValue(number)}`)
  const putBack = await setAsideIndexes(sql)
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`set local synchronous_commit = off`
    await tx.unsafe(`
      insert into public.tags (id, account_id, name)
      select ${tag('n')}, '${accountId}', 'tag ' || n from generate_series(0, ${TAGS - 1}) n`)
    for (let number = 0; number < OWN_FIELDS; number += 1)
      await tx`
        insert into public.own_fields (account_id, kind, key, name, type, choices, place)
        values (${accountId}, 'system', ${`f${number}`}, ${`Field ${number}`}, ${TYPES[number] ?? 'text'},
          ${JSON.stringify(number > 0 ? [] : Array.from({ length: ONE_IN }, (_, place) => ({ id: `c${place}` })))}::text::jsonb,
          ${number})`
    await tx.unsafe(`
      update public.systems s set
        tags = array(select ${tag(`(n + k * 37) % ${TAGS}`)} from generate_series(1, ${TAGS_OF_A_RECORD}) k),
        own = jsonb_build_object(${values.join(', ')}),
        vendor = 'Vendor ' || n % 1000, cost_per_month = n % 5000, cost_currency = 'EUR'
      from (select id, row_number() over (order by id)::integer as n from public.systems) numbered
      where numbered.id = s.id`)
    await tx.unsafe(`
      insert into private.own_values
        (account_id, kind, record_id, field_id, text_value, number_value, day_value)
      select f.account_id, f.kind, s.id, f.id,
        case when f.type in ('choice', 'text') then lower(s.own ->> f.key) end,
        case f.type when 'number' then (s.own ->> f.key)::numeric end,
        case f.type when 'date' then (s.own ->> f.key)::date end
      from public.own_fields f join public.systems s on s.account_id = f.account_id`)
  })
  await putBack()
  await sql`vacuum (analyze)`
}
