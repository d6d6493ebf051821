import type { Caller } from '@cairn/postgres/pool/caller'
import { openPool } from '@cairn/postgres/pool/pool'
import { DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { createDataApi } from '../src/handler.ts'
import { ADA, ANON, type RequestOptions, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const nested = (depth: number) => `${'and('.repeat(depth)}id.eq.1${')'.repeat(depth)}`
const list = (length: number, item = '1') => Array.from({ length }, () => item).join(',')

describe('a URL', () => {
  it.each<[string, number, string]>([
    ['//x/y/z', 404, 'PGRST125'],
    ['/a/b', 404, 'PGRST125'],
    ['/rpc/a/b', 404, 'PGRST125'],
    ['/nothing', 404, 'PGRST205'],
    ['/plans', 404, 'PGRST205'],
    ['/pg_class', 404, 'PGRST205'],
    ['/inside.plans', 404, 'PGRST205'],
    ['/public.projects', 404, 'PGRST205'],
    ['/%22projects%22', 404, 'PGRST205'],
    ['/rpc/peek', 404, 'PGRST202'],
    ['/rpc/pg_sleep?a=1', 404, 'PGRST202'],
    ['/rpc/', 404, 'PGRST125'],
    ['//projects', 404, 'PGRST125'],
    ['/projects/', 404, 'PGRST125'],
    ['/./projects', 404, 'PGRST125'],
    ['/x/../projects', 404, 'PGRST125'],
    ['/%2e%2e/projects', 404, 'PGRST125'],
    ['/pro%6Aects', 404, 'PGRST125'],
    ['/rp%63/refuse', 404, 'PGRST125'],
    ['/rpc%2Frefuse', 404, 'PGRST125'],
    ['/projects%', 404, 'PGRST125'],
    ['projects', 404, 'PGRST125'],
    ['/projects?select=nothing', 400, '42703'],
    ['/projects?select=id,', 400, 'PGRST100'],
    ['/projects?select=tasks(number', 400, 'PGRST100'],
    ['/projects?select=id::', 400, 'PGRST100'],
    ['/projects?select="":id', 400, 'PGRST100'],
    ['/projects?select="id', 400, 'PGRST100'],
    ['/projects?select="id\\', 400, 'PGRST100'],
    ['/projects?select=data->', 400, 'PGRST100'],
    ['/projects?select=data->99999999999', 400, 'PGRST100'],
    ['/projects?select=id!hint', 400, 'PGRST100'],
    ['/projects?select=id::nothing', 400, '42704'],
    ['/projects?select=id::regclass', 400, '42704'],
    ['/projects?select=name::regproc', 400, '42704'],
    ['/projects?select=id::int; drop table public.locked', 400, 'PGRST100'],
    ['/projects?select=name::integer', 400, '22P02'],
    ['/projects?select=id::json::text', 400, 'PGRST100'],
    ['/projects?id=1', 400, 'PGRST100'],
    ['/projects?id=eq', 400, 'PGRST100'],
    ['/projects?id=noop.1', 400, 'PGRST100'],
    ['/projects?id=eq(some).1', 400, 'PGRST100'],
    ['/projects?id=in.1,2', 400, 'PGRST100'],
    ['/projects?id=in.(1,2', 400, 'PGRST100'],
    ['/projects?id=is.5', 400, 'PGRST100'],
    ['/projects?id=is.true', 400, '42804'],
    ['/projects?id=eq.abc', 400, '22P02'],
    ['/projects?id=eq.99999999999999999999', 400, '22003'],
    ['/projects?nothing=eq.1', 400, '42703'],
    ['/projects?"id"x=eq.1', 400, 'PGRST100'],
    ['/projects?id->>a->b=eq.1', 404, '42883'],
    ['/projects?data=eq.{', 400, '22P02'],
    ['/projects?tags=in.({1},{2})', 400, '42704'],
    ['/projects?name=match.(', 400, '2201B'],
    ['/projects?name=not.like.*\\', 400, '22025'],
    ['/projects?name=cs.x', 404, '42883'],
    ['/projects?seasons=ov.[9,1)', 400, '22000'],
    ['/projects?name=fts.a b', 400, 'PGRST100'],
    ['/projects?name=fts(nothing).a', 400, '42704'],
    ["/projects?name=fts(english'::text).a", 400, 'PGRST100'],
    ['/projects?id=fts.a', 404, '42883'],
    ['/projects?or=()', 400, 'PGRST100'],
    ['/projects?or=(id.eq.1', 400, 'PGRST100'],
    ['/projects?or=id.eq.1', 400, 'PGRST100'],
    ['/projects?or=(xor(id.eq.1))', 400, 'PGRST100'],
    ['/projects?order=', 400, 'PGRST100'],
    ['/projects?order=id.up', 400, 'PGRST100'],
    ['/projects?order=id.desc; select 1', 400, 'PGRST100'],
    ['/projects?order=nothing', 400, '42703'],
    ['/projects?order=pg_sleep(10)', 400, 'PGRST108'],
    ['/projects?limit=99999999999999999999', 400, '22003'],
    ['/projects?offset=99999999999999999999', 400, '22003'],
    ['/projects?id=eq.%00', 400, 'PGRST100'],
    ['/projects?id=eq.%ff', 400, 'PGRST100'],
    ['/projects?id=eq.%ed%a0%80', 400, 'PGRST100'],
    ['/projects?id=eq.\ud800', 400, 'PGRST100'],
    ['/projects?%', 200, ''],
    ['/projects?%=1', 400, 'PGRST100'],
    ['/%00', 400, 'PGRST100'],
    [`/projects?id=eq.${'1'.repeat(9_000)}`, 414, 'PGRST100'],
    [`/projects?or=(${nested(21)})`, 400, 'PGRST100'],
    [`/projects?or=(${nested(19)})`, 200, ''],
    [`/projects?or=(${list(201, 'id.eq.1')})`, 400, 'PGRST100'],
    [`/projects?id=in.(${list(1_001)})`, 400, 'PGRST100'],
    [`/projects?id=in.(${list(1_000)})`, 200, ''],
    [`/projects?select=${list(201, 'id')}`, 400, 'PGRST100'],
    [`/projects?select=data${'->a'.repeat(21)}`, 400, 'PGRST100'],
    [`/projects?select=${list(21, 'tasks(number)')}`, 400, 'PGRST100'],
    [`/people?select=${'people('.repeat(6)}id${')'.repeat(6)}`, 400, 'PGRST100'],
    [`/projects?order=${list(51, 'id')}`, 400, 'PGRST100'],
    [`/projects?data=eq.${'['.repeat(8_000)}`, 400, ''],
    [`/projects?name=fts.${'('.repeat(8_000)}`, 400, ''],
    [`/projects?name=match.${'('.repeat(4_000)}${')'.repeat(4_000)}`, 200, ''],
  ])('%s', async (url, status, code) => {
    const answer = await bench.request(url)
    expect(answer.status).toBe(status)
    if (code !== '') expect(answer.json).toMatchObject({ code })
    expect(answer.text).not.toMatch(/syntax error|\$1|from "/i)
  })

  it('is refused with the place of its mistake', async () => {
    const { json } = await bench.request('/projects?id=noop.1')
    expect(json).toEqual({
      code: 'PGRST100',
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
      hint: null,
    })
  })

  it('is shown in whole characters when it is wrong', async () => {
    const { json } = await bench.request(`/projects?id=${encodeURIComponent(`🜁${'a'.repeat(197)}🜁`)}`)
    expect(json).toMatchObject({
      message: `"failed to parse filter (🜁${'a'.repeat(197)}…)" (line 1, column 1)`,
      details: 'unexpected "🜁" expecting "not" or operator (eq, gt, ...)',
    })
  })

  it('is refused with the near name when it nearly names something', async () => {
    expect((await bench.request('/project')).json).toMatchObject({
      message: "Could not find the table 'public.project' in the schema cache",
      hint: "Perhaps you meant the table 'public.projects'",
    })
    expect((await bench.request('/projects?select=nam')).json).toMatchObject({
      message: 'column projects.nam does not exist',
      hint: 'Perhaps you meant to reference the column "projects.name".',
    })
  })

  it.each<[what: string, url: string, theirs: string]>([
    ['table', '/counter', "Perhaps you meant the table 'public.counters'"],
    ['column', '/counters?select=labell', 'Perhaps you meant to reference the column "counters.label".'],
    ['relationship', '/people?select=passport()', "Perhaps you meant 'passports' instead of 'passport'."],
    ['function', '/rpc/reckonn', 'Perhaps you meant to call the function public.reckon'],
    ['parameter', '/rpc/reckon?m=1', 'Perhaps you meant to call the function public.reckon(n)'],
  ])('is refused with the near name of a %s only for a caller who may use it', async (_, url, theirs) => {
    const hintFor = async (caller: Caller) => (await bench.request(url, { caller })).json
    expect(await hintFor(ADA)).toMatchObject({ hint: theirs })
    expect(await hintFor(ANON)).toMatchObject({ hint: null })
  })
})

describe('a header', () => {
  it.each<[Record<string, string>, number, string]>([
    [{ 'accept-profile': 'inside' }, 406, 'PGRST106'],
    [{ 'accept-profile': 'pg_catalog' }, 406, 'PGRST106'],
    [{ 'accept-profile': 'public; drop schema public' }, 406, 'PGRST106'],
    [{ accept: 'text/html' }, 406, 'PGRST107'],
    [{ accept: 'text/plain' }, 406, 'PGRST107'],
    [{ accept: 'application/octet-stream' }, 406, 'PGRST107'],
    [{ accept: 'application/geo+json' }, 406, 'PGRST107'],
    [{ accept: 'application/vnd.pgrst.plan+json' }, 406, 'PGRST107'],
    [{ accept: 'application/json;q=0' }, 406, 'PGRST107'],
    [{ accept: 'text/csv, */*;q=0.1' }, 200, ''],
    [{ accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }, 200, ''],
    [{ prefer: 'handling=strict, nonsense=1' }, 400, 'PGRST122'],
    [{ prefer: 'handling=strict, max-affected=x' }, 400, 'PGRST122'],
    [{ prefer: 'nonsense=1, count=exact; drop table public.locked' }, 200, ''],
    [{ range: '0-1; select 1' }, 200, ''],
    [{ range: '9999999999999999999999-' }, 200, ''],
  ])('%j', async (headers, status, code) => {
    const answer = await bench.request('/projects?select=id', { headers })
    expect(answer.status).toBe(status)
    if (code !== '') expect(answer.json).toMatchObject({ code })
  })
})

describe('a body', () => {
  const json = { 'content-type': 'application/json' }
  it.each<[string, string, RequestOptions['body'], number, string]>([
    ['POST', '/counters', undefined, 400, 'PGRST102'],
    ['POST', '/counters', '', 400, 'PGRST102'],
    ['POST', '/counters', '{', 400, 'PGRST102'],
    ['POST', '/counters', '{"label": 1}}', 400, 'PGRST102'],
    ['POST', '/counters', '{"label": "\u0000"}', 400, 'PGRST102'],
    ['POST', '/counters', '{"label": "\\u0000"}', 400, '22P05'],
    ['POST', '/counters', '{"label": "\\ud800"}', 400, '22P02'],
    ['POST', '/counters', new Uint8Array([0x22, 0xff, 0x22]), 400, 'PGRST102'],
    ['POST', '/counters', deep(101), 400, 'PGRST102'],
    ['POST', '/counters', deep(100_000), 400, 'PGRST102'],
    ['POST', '/projects', `{"id": 1, "name": "x", "owner_id": 1, "data": ${deep(99)}}`, 409, '23505'],
    ['POST', '/counters', '[{"label": "a"}, {"value": 1}]', 400, 'PGRST102'],
    ['POST', '/counters', '[{"label": "a"}, 1]', 400, 'PGRST102'],
    ['POST', '/counters', '[1]', 400, 'PGRST102'],
    ['POST', '/counters?columns=label', '[{"label": "a"}, null]', 400, 'PGRST102'],
    ['POST', '/counters', '{"nothing": 1}', 400, 'PGRST204'],
    ['POST', '/counters', '{"__proto__": 1}', 400, 'PGRST204'],
    ['POST', '/counters', '{"label\\"; drop table public.locked; --": 1}', 400, 'PGRST204'],
    ['POST', '/counters?columns=nothing', '{"label": 1}', 400, 'PGRST204'],
    ['POST', '/counters?on_conflict=nothing', '{"label": 1}', 400, '42703'],
    ['POST', '/counters?columns=', '{"label": 1}', 400, 'PGRST100'],
    ['POST', '/counters', '{"value": "many"}', 400, '22P02'],
    ['POST', '/counters', '{"value": -1}', 400, '23514'],
    ['POST', '/counters', '{"value": 9999999999}', 400, '22003'],
    ['POST', '/counters', '{"id": 5}', 400, '428C9'],
    ['POST', '/people', '{"name": null}', 400, '23502'],
    ['POST', '/people', `{"name": "${'x'.repeat(41)}"}`, 400, '23514'],
    ['POST', '/people', '{"name": "x", "mood": "angry"}', 400, '22P02'],
    ['POST', '/tasks', '{"project_id": 999, "number": 1, "title": "x"}', 409, '23503'],
    ['POST', '/rpc/add', '{"a": "x"}', 400, '22P02'],
    ['POST', '/rpc/add', '{"a": 1', 400, 'PGRST102'],
    ['PATCH', '/counters?id=eq.1', '[]', 204, ''],
    ['PATCH', '/counters?id=eq.1', 'null', 204, ''],
    ['PUT', '/counters?id=eq.1', '{}', 400, 'PGRST115'],
    ['LINK', '/counters?id=eq.1', '{}', 405, 'PGRST117'],
    ['TRACE', '/counters', undefined, 405, 'PGRST117'],
    ['constructor', '/counters', undefined, 405, 'PGRST117'],
  ])('%s %s %s', async (method, url, body, status, code) => {
    const answer = await bench.request(url, {
      method,
      headers: json,
      ...(body === undefined ? {} : { body }),
    })
    expect({ status: answer.status, ...(code === '' ? {} : { json: answer.json }) }).toMatchObject({
      status,
      ...(code === '' ? {} : { json: { code } }),
    })
  })

  it('is refused when it is too large or not JSON', async () => {
    const large = await bench.request('/counters', { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) })
    expect(large.status).toBe(413)
    const html = await bench.request('/counters', {
      method: 'POST',
      body: '<p>',
      headers: { 'content-type': 'text/html' },
    })
    expect(html).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'Content-Type not acceptable: text/html' },
    })
  })

  it('with more rows than one request may write is refused before any is written', async () => {
    const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ label: 'many' })))
    const refused = await bench.request('/counters', { method: 'POST', body: rows(1_001) })
    expect(refused).toMatchObject({
      status: 413,
      json: { code: 'PGRST102', message: 'A request writes at most 1000 rows' },
    })
    const lines = await bench.request('/counters', {
      method: 'POST',
      body: `label${'\nmany'.repeat(1_001)}`,
      headers: { 'content-type': 'text/csv' },
    })
    expect(lines.status).toBe(413)
    expect((await bench.request('/counters?label=eq.many&limit=1')).json).toEqual([])
    expect(await bench.request('/counters', { method: 'POST', body: rows(1_000) })).toMatchObject({
      status: 201,
    })
  })

  it('leaves nothing behind when one of its rows is refused', async () => {
    const body = '[{"label": "good"}, {"label": null}]'
    expect((await bench.request('/counters', { method: 'POST', body })).json).toMatchObject({ code: '23502' })
    expect((await bench.request('/counters?label=eq.good')).json).toEqual([])
  })
})

describe('an error', () => {
  const insert = (body: object, table: string) =>
    bench.request(`/${table}`, { method: 'POST', body: JSON.stringify(body) })

  it('says what Postgres says of a table whose rows the caller may all read', async () => {
    expect((await insert({ id: 77, name: 'Engine', owner_id: 1 }, 'projects')).json).toMatchObject({
      code: '23505',
      details: 'Key (name)=(Engine) already exists.',
    })
    expect((await insert({ id: 78, name: 'New', owner_id: 998 }, 'projects')).json).toMatchObject({
      code: '23503',
      details: 'Key (owner_id)=(998) is not present in table "people".',
    })
  })

  it('says nothing of values behind policies, or of what a function did', async () => {
    await bench.admin.unsafe(`
      create function public.copy_diaries() returns void language plpgsql security definer set search_path = ''
        as 'begin insert into public.diaries select * from public.diaries; end';
      create function public.copy_projects() returns void language sql
        as 'insert into public.projects select * from public.projects'`)
    await bench.api.reloadSchema()
    const answers = await Promise.all([
      insert({ id: 2, author: 'Ada', body: 'x' }, 'diaries'),
      insert({}, 'rpc/copy_diaries'),
      insert({}, 'rpc/copy_projects'),
    ])
    for (const { json } of answers) expect(json).toMatchObject({ code: '23505', details: null })
    await bench.admin.unsafe('drop function public.copy_diaries, public.copy_projects')
  })
})

describe('a caller', () => {
  it('without rights and without a session is asked to sign in', async () => {
    const anon = await bench.request('/diaries', { caller: ANON })
    expect(anon).toMatchObject({
      status: 401,
      json: { code: '42501', message: 'permission denied for table diaries' },
    })
    expect(anon.headers.get('www-authenticate')).toBe('Bearer')
    expect(await bench.request('/locked')).toMatchObject({ status: 403, json: { code: '42501' } })
    const insert = await bench.request('/counters', { method: 'POST', body: '{}', caller: ANON })
    expect(insert).toMatchObject({ status: 401, json: { code: '42501' } })
  })

  it('whose session is gone is refused at once', async () => {
    const caller = { ...ADA, sessionId: '00000000-0000-4000-8000-000000000000' }
    const { status, json, headers } = await bench.request('/projects', { caller })
    expect({ status, json }).toEqual({
      status: 401,
      json: { code: 'PGRST303', message: 'JWT session is no longer valid', details: null, hint: null },
    })
    expect(headers.get('www-authenticate')).toContain('invalid_token')
  })

  it('gets no body for HEAD, refused or not', async () => {
    expect(await bench.request('/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
  })
})

describe('a database that cannot be reached', () => {
  it('is for the server to answer about', async () => {
    const pool = openPool({ target: bench.authenticator, size: 1, name: 'test' })
    const api = await createDataApi({ pool, schemas: ['public'], maxRows: 10, observe: () => {} })
    const request = {
      method: 'GET',
      url: '/projects',
      headers: new Headers(),
      body: null,
      id: 'test',
      forwardedHeaders: {},
    }
    await pool.close()
    await expect(api.handle(request, ADA)).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})
