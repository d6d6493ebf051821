import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRequest } from '../plan/plan.ts'
import { parseRequest } from '../request/parse.ts'
import { BUILT_IN_CASTS } from '../schema-cache/cast-types.ts'
import { exposedTablesOf } from '../schema-cache/keys.ts'
import { bySchema, type Column, listsBySchema, type Table } from '../schema-cache/relation.ts'
import { relationshipsOf } from '../schema-cache/relationships.ts'
import type { SchemaCache } from '../schema-cache/schema-cache.ts'
import { statementOf } from './statement.ts'

const column = (name: string, type: string, defaultSql: string | null = null): [string, Column] => [
  name,
  { name, defaultSql, computedBy: null, type: { declared: type, compared: type, array: `${type}[]` } },
]
const table = (name: string, columns: [string, Column][]): Table => ({
  schema: 'public',
  name,
  columns: new Map(columns),
  computed: new Map(),
  isView: false,
  standsFor: null,
  primaryKey: ['id'],
  insertable: true,
  updatable: true,
  deletable: true,
  usableBy: ['authenticated'],
})

const projects = table('projects', [
  column('id', 'integer'),
  column('name', 'text', "'unnamed'::text"),
  column('data', 'jsonb'),
  column('owner_id', 'integer'),
])
const people = table('people', [column('id', 'integer'), column('odd "name"', 'text')])
const numbered = (named: Table) => ({
  id: named.name,
  table: named,
  columnNames: new Map([...named.columns.keys()].map((name, index) => [index + 1, name])),
})
const tables = bySchema([projects, people])
const cache: SchemaCache = {
  tables,
  functions: listsBySchema([
    {
      id: '1',
      schema: 'public',
      name: 'find',
      parameters: [{ name: 'word', type: 'text', required: true, variadic: false }],
      result: { kind: 'rows', relation: projects },
      readOnly: true,
      mediaType: null,
      binary: false,
      returnedType: 'record',
      usableBy: ['authenticated'],
    },
  ]),
  relationships: relationshipsOf(
    [
      {
        kind: 'f',
        constraint: 'projects_owner',
        tableId: 'projects',
        tableName: 'projects',
        targetId: 'people',
        columns: [[4, 1]],
        unique: false,
      },
    ],
    exposedTablesOf([numbered(projects), numbered(people)], new Map()),
    [],
  ),
  mediaHandlers: new Map(),
  castTypes: BUILT_IN_CASTS,
  textSearchConfigs: new Set(['english']),
  timeZones: new Set(),
}

interface Sent {
  method?: string
  body?: string
  prefer?: string
}

function write(url: string, { method = 'GET', body, prefer }: Sent = {}) {
  const headers = new Headers(prefer === undefined ? {} : { prefer })
  const request = parseRequest(
    { id: 'test', method, url, headers, body: body ?? null, forwardedHeaders: {} },
    ['public'],
  )
  const plan = planRequest(cache, request, { maxRows: 1_000, aggregates: true })
  if (plan.kind === 'describe' || plan.kind === 'inspect') throw new Error('Nothing to write.')
  return statementOf(plan, { body: true, count: request.preferences.count !== null })
}

/** The rest of a statement without names in double quotes, its few constants, and parameters. */
function skeleton(text: string): string {
  return text
    .replaceAll(/"(?:[^"]|"")*"/g, ' ')
    .replaceAll(
      /'(?:response\.status|response\.headers|data_api\.inserted|data_api\.answer_too_large|null|0|-1|\[\]|)'/g,
      ' ',
    )
    .replaceAll(/\$\d+/g, ' ')
}

/** Every word that the writer knows, and no more. */
const WORDS = new Set(
  `select count text as rows total null coalesce json_agg body nullif current_setting true status headers inserted
  location from answer where and or not is false unknown distinct any all in like ilike to_tsvector to_tsquery
  plainto_tsquery phraseto_tsquery websearch_to_tsquery regconfig integer bigint jsonb json order by desc nulls first
  last limit offset row_to_json exists to_jsonb with source insert into on conflict do update set nothing excluded
  returning delete json_to_recordset json_to_record json_array_elements item case when then else end set_config lateral
  value json_build_array json_strip_nulls unnamed result octet_length left join
  lateral group sum avg count max min data_api pieces_bytes repeated_rows pieces piece pg_column_size array_agg to_json`.split(
    /\s+/,
  ),
)

function expectOnlyKnownWords(text: string): void {
  const words = skeleton(text).match(/[\p{L}_]+[\p{L}\p{N}_]*/gu) ?? []
  expect(words.filter((word) => !WORDS.has(word) && !/^t\d+(_\w+)?$/.test(word))).toEqual([])
  expect(skeleton(text)).not.toMatch(/;|--|\/\*|\\/)
}

function expectParametersInOrder(text: string, values: readonly unknown[]): void {
  const used = new Set(
    [...text.replaceAll(/"(?:[^"]|"")*"/g, '').matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)),
  )
  expect([...used].sort((a, b) => a - b)).toEqual(values.map((_, index) => index + 1))
}

const value = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((text) => !/[\0\ud800-\udfff]/u.test(text))
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const e = encodeURIComponent

describe('the statement of a request', () => {
  it('is the same text whatever the values are', () => {
    const urlOf = (a: string, b: string, key: string, limit: number) =>
      `/projects?name=eq.${e(a)}&data-%3E%3E${e(quoted(`k${key}`))}=neq.${e(b)}&id=in.(${e(quoted(a))},1)` +
      `&name=fts(english).${e(b)}&or=(name.like.${e(quoted(a))},data.cs.${e(quoted(b))})` +
      `&order=data-%3E${e(quoted(`k${key}`))}.desc&limit=${limit}&offset=${limit + 1}` +
      `&select=id,people(id)&people.id=gt.${e(b)}`
    const values = fc.tuple(value, value, value, fc.nat(999))
    fc.assert(
      fc.property(values, values, (one, other) => {
        expect(write(urlOf(...one)).text).toBe(write(urlOf(...other)).text)
      }),
    )
  })

  it('holds an output name only within double quotes', () => {
    const label = value.filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(label, label, value, (alias, embedded, key) => {
        const select = `${quoted(alias)}:name,${quoted(embedded)}:people(id),data->${quoted(`k${key}`)}`
        const { text, values } = write(`/projects?select=${e(select)}`)
        expectOnlyKnownWords(text)
        expectParametersInOrder(text, values)
        expect(text).toContain(`as "${alias.replaceAll('"', '""')}"`)
      }),
    )
  })

  it('holds nothing of a body', () => {
    const row = fc.record({ id: fc.jsonValue(), name: fc.jsonValue(), data: fc.jsonValue() })
    const prefers = fc.constantFrom(
      'return=representation',
      'return=headers-only',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates, return=representation',
      'missing=default',
    )
    const methods = fc.constantFrom(['POST', '/projects'], ['PATCH', '/projects?id=eq.1'])
    fc.assert(
      fc.property(row, prefers, methods, (body, prefer, [method = '', url = '']) => {
        const { text, values } = write(url, { method, body: JSON.stringify(body), prefer })
        expectOnlyKnownWords(text)
        expectParametersInOrder(text, values)
        expect(values).toContain(method === 'POST' || method === 'PATCH' ? `[${JSON.stringify(body)}]` : '')
      }),
    )
  })

  it('quotes names of the schema that need it', () => {
    const { text } = write(`/people?select=${e('"odd \\"name\\""')}`)
    expect(text).toContain('."odd ""name""" as "odd ""name"""')
  })
})

describe('the statements', () => {
  it.each<[string, Sent, string]>([
    [
      '/projects?select=id&limit=5',
      {},
      'select t1."id" as "id" from "public"."projects" t1 limit $1::text::bigint',
    ],
    ['/projects?id=eq.5', {}, 'where (t1."id" = $1::text::integer)'],
    ['/projects?name=not.like.a*', {}, 'where not (t1."name" like $1::text)'],
    ['/projects?id=in.(1,2)', {}, 'where (t1."id" = any($1::text::integer[]))'],
    ['/projects?data->a->>0=eq.x', {}, `where ((t1."data"->($1::text)->>($2::text::integer)) = $3::text)`],
    ['/projects?id->a=is.null', {}, 'where ((to_jsonb(t1."id")->($1::text)) is null)'],
    [
      '/projects?name=fts(english).x',
      {},
      'to_tsvector($1::regconfig, t1."name") @@ to_tsquery($1::regconfig, $2::text)',
    ],
    ['/projects', { prefer: 'count=exact' }, '(select count(*) from "public"."projects" t1)::text as total'],
    ['/projects?order=id.desc.nullslast', {}, 'order by t1."id" desc nulls last'],
    [
      '/projects?select=people(id)',
      {},
      '(select row_to_json(t3) from (select t2."id" as "id" from "public"."people" t2 where t2."id" = t1."owner_id") t3) as "people"',
    ],
    [
      '/projects?select=id,people!inner()',
      {},
      'where exists (select from "public"."people" t2 where t2."id" = t1."owner_id")',
    ],
    [
      '/projects',
      { method: 'POST', body: '{"id": 1}' },
      'insert into "public"."projects" as t1 ("id") select t2."id" from json_to_recordset($1::text::json) as t2("id" integer) returning 1',
    ],
    [
      '/projects?id=eq.1',
      { method: 'DELETE' },
      'delete from "public"."projects" as t1 where (t1."id" = $1::text::integer) returning 1',
    ],
    [
      '/projects?select=name,id.sum()',
      {},
      'select t1."name" as "name", sum(t1."id") as "sum" from "public"."projects" t1 group by 1',
    ],
    [
      '/projects?select=id,...people(id)',
      {},
      'select t1."id" as "id", t3."id" as "id" from "public"."projects" t1 left join lateral (select t2."id" as "id" from "public"."people" t2 where t2."id" = t1."owner_id") t3 on true',
    ],
    ['/rpc/find?word=x', {}, 'select t1.* from "public"."find"("word" => $1::text) t1'],
    [
      '/rpc/find',
      { method: 'POST', body: '{"word": "x"}' },
      'from json_to_recordset($1::text::json) as t1("word" text), lateral "public"."find"("word" => t1."word") t2',
    ],
  ])('%s %j', (url, sent, part) => {
    expect(write(url, sent).text).toContain(part)
  })
})
