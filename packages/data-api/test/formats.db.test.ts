import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { type RequestOptions, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

async function text(url: string, accept: string, options: RequestOptions = {}) {
  const { status, headers, text } = await bench.request(url, {
    ...options,
    headers: { accept, ...options.headers },
  })
  return { status, type: headers.get('content-type'), text }
}

describe('an answer in CSV', () => {
  it('has the names in its first line, and quotes what needs it', async () => {
    const { data } = await bench
      .client()
      .from('projects')
      .select('id,name,"a,b":tags,data->parts')
      .order('id')
      .limit(2)
      .csv()
    expect(data).toBe(
      'id,name,"a,b",parts\n1,Engine,"{maths,iron}","[{""name"": ""wheel""}]"\n2,Compiler,{language},',
    )
  })

  it('keeps backslashes and quotes as they are', async () => {
    const label = 'a\\b "c"'
    const url = '/counters?select=label,value'
    const headers = { prefer: 'return=representation' }
    const made = await text(url, 'text/csv', { method: 'POST', body: JSON.stringify({ label }), headers })
    expect(made).toEqual({
      status: 201,
      type: 'text/csv; charset=utf-8',
      text: 'label,value\n"a\\b ""c""",7',
    })
    await bench.admin`delete from public.counters`
  })

  it('is the names alone without rows; of values it is one column', async () => {
    expect((await text('/people?id=eq.0', 'text/csv')).text).toBe('id,name,boss_id,born,mood')
    expect((await text('/passports?select=...people(*),tasks:number&number=eq.none', 'text/csv')).text).toBe(
      'id,name,boss_id,born,mood,tasks',
    )
    expect((await text('/rpc/letters', 'text/csv')).text).toBe('letters\na\nb\nc')
  })
})

describe('an answer of plain values', () => {
  it.each([
    ['/rpc/shout', 'text/plain', 'text/plain; charset=utf-8', 'HEY'],
    ['/rpc/add?a=1', 'text/plain', 'text/plain; charset=utf-8', '11'],
    ['/rpc/document', 'text/xml', 'text/xml; charset=utf-8', '<a/>'],
    ['/rpc/page', 'text/html', 'text/html; charset=utf-8', '<b>hello</b>'],
    ['/rpc/page', 'application/json', 'application/json; charset=utf-8', '"<b>hello</b>"'],
    ['/rpc/page', 'text/html;q=0.1, application/json', 'application/json; charset=utf-8', '"<b>hello</b>"'],
  ])('%s as %s', async (url, accept, type, body) => {
    const sent: RequestOptions =
      url === '/rpc/shout' ? { method: 'POST', body: 'hey', headers: { 'content-type': 'text/plain' } } : {}
    expect(await text(url, accept, sent)).toEqual({ status: 200, type, text: body })
  })

  it('is the bytes of a file', async () => {
    const response = await bench.api.handle(
      {
        method: 'GET',
        url: '/rpc/file',
        headers: new Headers({ accept: 'application/octet-stream' }),
        body: null,
        id: 'test',
        forwardedHeaders: {},
      },
      { role: 'authenticated', claims: {}, sessionId: null },
    )
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255, 128]))
  })

  it.each([
    ['/rpc/file', 'text/plain'],
    ['/rpc/shout', 'text/xml'],
    ['/rpc/first_project', 'text/plain'],
    ['/rpc/add?a=1', 'image/png'],
    ['/projects', 'application/geo+json'],
  ])('%s is not to be had as %s', async (url, accept) => {
    const sent: RequestOptions =
      url === '/rpc/shout' ? { method: 'POST', body: 'hey', headers: { 'content-type': 'text/plain' } } : {}
    expect((await bench.request(url, { ...sent, headers: { ...sent.headers, accept } })).json).toMatchObject({
      code: 'PGRST107',
      message: `None of these media types are available: ${accept}`,
    })
  })
})

describe('a body', () => {
  const post = (url: string, type: string, body: string | Uint8Array) =>
    bench.request(url, {
      method: 'POST',
      body,
      headers: { 'content-type': type, prefer: 'return=representation' },
    })

  it('may be CSV', async () => {
    const { json } = await post(
      '/counters?select=label,value',
      'text/csv',
      'label,value\r\n"a, ""b""",1\nNULL NULL,NULL\n"two\nlines",3',
    )
    expect(json).toEqual([
      { label: 'a, "b"', value: 1 },
      { label: 'NULL NULL', value: null },
      { label: 'two\nlines', value: 3 },
    ])
    await bench.admin`delete from public.counters`
  })

  it.each([
    ['label,value\na', 'All lines must have same number of fields'],
    ['label\n"a', 'Empty or invalid CSV'],
    ['label\na"b', 'Empty or invalid CSV'],
    ['', 'Empty or invalid CSV'],
  ])('is refused when it is no CSV: %j', async (body, message) => {
    expect(await post('/counters', 'text/csv', body)).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message },
    })
  })

  it('may be a form: a row, or arguments', async () => {
    expect(
      (await post('/counters?select=label,value', 'application/x-www-form-urlencoded', 'label=a+b&value=2'))
        .json,
    ).toEqual([{ label: 'a b', value: 2 }])
    expect((await post('/rpc/add', 'application/x-www-form-urlencoded', 'a=1&b=2')).json).toBe(3)
    expect((await post('/rpc/total', 'application/x-www-form-urlencoded', 'numbers=1&numbers=2')).json).toBe(
      3,
    )
    expect(await post('/rpc/add', 'application/x-www-form-urlencoded', 'a=%00')).toMatchObject({
      status: 400,
    })
    await bench.admin`delete from public.counters`
  })

  it('may be the one value that a function takes', async () => {
    expect((await post('/rpc/shout', 'text/plain', 'hey')).json).toBe('HEY')
    expect((await post('/rpc/size', 'application/octet-stream', new Uint8Array([0, 1, 255]))).json).toBe(3)
    expect((await post('/rpc/shout', 'text/plain', 'a\0b')).json).toMatchObject({ code: 'PGRST102' })
    expect((await post('/rpc/add', 'text/plain', 'hey')).json).toMatchObject({
      code: 'PGRST202',
      details:
        'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
    })
  })
})

describe('PUT', () => {
  const put = (
    url: string,
    body: unknown,
    headers: Record<string, string> = { prefer: 'return=representation' },
  ) => bench.request(url, { method: 'PUT', body: JSON.stringify(body), headers })

  it('creates the row of its address, or replaces it', async () => {
    const url = '/tasks?project_id=eq.3&number=eq.1'
    const row = { project_id: 3, number: 1, title: 'Find', done: false }
    expect(await put(url, row)).toMatchObject({ status: 201, json: [row] })
    expect(await put(url, { ...row, title: 'Found' })).toMatchObject({
      status: 200,
      json: [{ ...row, title: 'Found' }],
    })
    expect(await put(url, row, {})).toMatchObject({ status: 204, text: '' })
    expect((await bench.request(url)).json).toEqual([row])
    await bench.admin`delete from public.tasks where project_id = 3`
  })

  it.each([
    ['/tasks?project_id=eq.3', {}, 405, 'PGRST105'],
    ['/tasks?project_id=eq.3&number=gt.1', {}, 405, 'PGRST105'],
    ['/tasks?project_id=eq.3&number=not.eq.1', {}, 405, 'PGRST105'],
    ['/tasks?project_id=eq.3&project_id=eq.3', {}, 405, 'PGRST105'],
    ['/tasks?project_id=eq.3&number=eq.1&title=eq.x', {}, 405, 'PGRST105'],
    ['/tasks?or=(project_id.eq.3,number.eq.1)', {}, 405, 'PGRST105'],
    ['/tasks?project_id=eq.3&number=eq.1&limit=1', {}, 400, 'PGRST114'],
    ['/tasks?project_id=eq.3&number=eq.1', { title: 'x' }, 400, 'PGRST115'],
    ['/tasks?project_id=eq.3&number=eq.1', { project_id: 3, number: 2, title: 'x' }, 400, 'PGRST115'],
    ['/active_projects?id=eq.1', { id: 2 }, 400, 'PGRST115'],
  ])('%s with %j is refused and changes nothing', async (url, body, status, code) => {
    const before = await bench.admin`select * from public.tasks order by project_id, number`
    expect(await put(url, body)).toMatchObject({ status, json: { code } })
    expect(await bench.admin`select * from public.tasks order by project_id, number`).toEqual(before)
  })
})

describe('Prefer', () => {
  it('timezone is used where there is such a zone, and strictly refused where not', async () => {
    const ask = (prefer: string) => bench.request('/rpc/clock', { headers: { prefer } })
    const known = await ask('timezone=America/Los_Angeles')
    expect(known).toMatchObject({ status: 200, json: 'America/Los_Angeles' })
    expect(known.headers.get('preference-applied')).toBe('timezone=America/Los_Angeles')
    const unknown = await ask('timezone=Mars/Olympus')
    expect(unknown.json).not.toBe('Mars/Olympus')
    expect(unknown.headers.get('preference-applied')).toBeNull()
    expect(await ask('handling=strict, timezone=Mars/Olympus')).toMatchObject({
      status: 400,
      json: { code: 'PGRST122', details: 'Invalid preferences: timezone=Mars/Olympus' },
    })
    expect((await ask('count=exact')).json).not.toBe('America/Los_Angeles')
  })

  it('tx=rollback undoes nothing unless the API allows it', async () => {
    const { status, headers } = await bench.request('/counters', {
      method: 'POST',
      body: '{"label": "kept"}',
      headers: { prefer: 'tx=rollback' },
    })
    expect({ status, applied: headers.get('preference-applied') }).toEqual({ status: 201, applied: null })
    expect((await bench.request('/counters?label=eq.kept')).json).toHaveLength(1)
  })
})

describe('the address of an answer', () => {
  it('is the same for the same question', async () => {
    const one = await bench.request('/projects?select=id&order=id&name=eq.a%20b')
    const other = await bench.request('/projects?order=id&name=eq.a+b&select=id')
    expect(one.headers.get('content-location')).toBe('/projects?name=eq.a+b&order=id&select=id')
    expect(other.headers.get('content-location')).toBe(one.headers.get('content-location'))
  })
})

describe('an answer beyond all measure', () => {
  it('is refused, and what was to be done is undone', async () => {
    const tooLarge = { status: 413, json: { code: '54000', message: 'The answer is too large' } }
    expect(await bench.request('/rpc/much?bytes=17000000')).toMatchObject(tooLarge)
    await bench.admin`insert into public.counters (label) select repeat('x', 1000000) from generate_series(1, 17)`
    const gone = await bench.request('/counters?value=eq.7', {
      method: 'DELETE',
      headers: { prefer: 'return=representation' },
    })
    expect(gone).toMatchObject(tooLarge)
    expect(await bench.admin`select count(*)::int from public.counters where length(label) > 100`).toEqual([
      { count: 17 },
    ])
    await bench.admin`delete from public.counters`
  })
})

describe('a schema', () => {
  it('is the one that unqualified names of its functions mean', async () => {
    const { json } = await bench.request('/rpc/where', { headers: { 'accept-profile': 'side' } })
    expect(json).toBe('"side", "public"')
  })
})
