import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { ADA, ANON, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

const post = (name: string, body: string, headers: Record<string, string> = {}) =>
  bench.request(`/rpc/${name}`, { method: 'POST', body, headers })

describe('arguments', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['add', { a: 1 }, 11],
    ['add', { a: 1, b: 2 }, 3],
    ['twofold', { a: 1 }, 'number'],
    ['twofold', { b: 'x' }, 'text'],
  ])('%s(%j) by POST and by GET', async (name, args, result) => {
    expect((await bench.client().rpc(name, args)).data).toEqual(result)
    expect((await bench.client().rpc(name, args, { get: true })).data).toEqual(result)
  })

  it('are what their JSON says', async () => {
    expect((await bench.client().rpc('total', { numbers: [1, 2, 3] })).data).toBe(6)
    expect((await bench.client().rpc('greet', { person: { name: 'Ada' } })).data).toBe('Hello Ada')
    expect((await bench.request('/rpc/greet?person={"name":"Ada"}')).json).toBe('Hello Ada')
  })

  it('of one name make a list for a variadic parameter; otherwise the last counts', async () => {
    expect((await bench.request('/rpc/total?numbers=1&numbers=2&numbers=4')).json).toBe(7)
    expect((await bench.request('/rpc/add?a=1&a=5')).json).toBe(15)
  })

  it('may be the whole body', async () => {
    expect((await post('echo', '[{"a": [1]}, {"a": 2}]')).json).toEqual([{ a: [1] }, { a: 2 }])
    expect((await post('echo', '{"any": "thing"}')).json).toEqual({ any: 'thing' })
  })

  it('are named whatever filters are named', async () => {
    const { json } = await bench.request('/rpc/projects_of?person=1&id=gt.1&select=id')
    expect(json).toEqual([{ id: 4 }])
  })

  it.each([
    ['add', '{}', 'public.add without parameters', 'Perhaps you meant to call the function public.add(a, b)'],
    ['add', '{"x": 1}', 'public.add(x)', null],
    ['ad', '{"a": 1}', 'public.ad(a)', null],
    [
      'projects_off',
      '{"person": 1}',
      'public.projects_off(person)',
      'Perhaps you meant to call the function public.projects_of',
    ],
  ])('are refused where they fit no function: %s(%s)', async (name, body, called, hint) => {
    const { status, json } = await post(name, body)
    expect({ status, json }).toMatchObject({
      status: 404,
      json: { code: 'PGRST202', message: `Could not find the function ${called} in the schema cache`, hint },
    })
  })

  it('are refused where they fit several functions', async () => {
    const { status, json } = await post('twofold', '{"c": 1}')
    expect({ status, json }).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.twofold(c => integer, d => integer), public.twofold(c => text, e => integer)',
      },
    })
  })

  it('are refused where they fit several functions, naming only those that the caller may call', async () => {
    const { json } = await bench.request('/rpc/twofold', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"f": 1}',
      caller: ANON,
    })
    expect(json).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.twofold(f => integer, g => boolean)',
    })
  })
})

describe('results', () => {
  it('of a function without any are no content', async () => {
    expect(await bench.client().rpc('say_nothing')).toMatchObject({ status: 204, data: null, error: null })
  })

  it('are a list, with limits, where they are values', async () => {
    expect((await bench.client().rpc('letters')).data).toEqual(['a', 'b', 'c'])
    const some = await bench.client().rpc('letters', {}, { count: 'exact' }).range(1, 1)
    expect(some).toMatchObject({ status: 206, count: 3, data: ['b'] })
  })

  it('can be selected, filtered, ordered, counted and embedded into where they are rows', async () => {
    const { data, count } = await bench
      .client()
      .rpc('projects_of', { person: 1 }, { count: 'exact' })
      .select('id, owner:people!projects_owner(name), tasks(number)')
      .gte('id', 1)
      .order('id', { ascending: false })
      .limit(1)
    expect(data).toEqual([{ id: 4, owner: { name: 'Ada' }, tasks: [] }])
    expect(count).toBe(2)
    const squares = await bench.client().rpc('numbers', { upto: 4 }).select('square').gt('n', 2)
    expect(squares.data).toEqual([{ square: 9 }, { square: 16 }])
  })

  it('are an object where they are one row', async () => {
    expect((await bench.client().rpc('first_project').select('id, name')).data).toEqual({
      id: 1,
      name: 'Engine',
    })
  })

  it('are one object where asked for, and undone where there are more', async () => {
    expect((await bench.client().rpc('add_counter', { label: 'one' }).select('label').single()).data).toEqual(
      {
        label: 'one',
      },
    )
    const letters = await bench.client().rpc('letters').single()
    expect(letters).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
    const limited = await post('add_counter', '{"label": "two"}', {
      prefer: 'handling=strict, max-affected=0',
    })
    expect(limited).toMatchObject({ status: 400, json: { code: 'PGRST124' } })
    expect((await bench.client().from('counters').select('label')).data).toEqual([{ label: 'one' }])
    const one = await post('add', '{"a": 1}', { prefer: 'handling=strict, max-affected=0' })
    expect(one).toMatchObject({ status: 400, json: { code: 'PGRST128' } })
  })
})

describe('a call by GET', () => {
  it('may not write', async () => {
    const { status, json } = await bench.request('/rpc/add_counter?label=forbidden')
    expect({ status, json }).toMatchObject({ status: 405, json: { code: '25006' } })
    expect((await bench.client().from('counters').select().eq('label', 'forbidden')).data).toEqual([])
  })

  it('has no body for HEAD', async () => {
    const { status, text } = await bench.request('/rpc/letters', { method: 'HEAD' })
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })

  it('is the only other way besides POST', async () => {
    const { status, json } = await bench.request('/rpc/add', { method: 'DELETE' })
    expect({ status, json }).toMatchObject({ status: 405, json: { code: 'PGRST101' } })
  })
})

describe('a function', () => {
  it('knows who calls, and how', async () => {
    const { json } = await bench.request('/rpc/who', {
      headers: { 'user-agent': 'tests' },
      caller: ADA,
    })
    expect(json).toEqual({
      role: 'authenticated',
      name: 'Ada',
      method: 'GET',
      path: '/rpc/who',
      agent: 'tests',
    })
    expect((await bench.request('/rpc/who', { caller: ANON })).json).toMatchObject({
      role: 'anon',
      name: null,
    })
  })

  it('may set status and headers', async () => {
    const { status, headers, json } = await post(
      'brew',
      JSON.stringify({
        status: '418',
        headers: '[{"X-Tea": "green"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]',
      }),
    )
    expect({ status, json, tea: headers.get('x-tea') }).toEqual({ status: 418, json: 'tea', tea: 'green' })
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('has no say in how long its body is', async () => {
    const { headers } = await post(
      'brew',
      JSON.stringify({ status: '200', headers: '[{"Content-Length": "1"}]' }),
    )
    expect(headers.get('content-length')).toBe(String('"tea"'.length))
  })

  it.each([
    [{ status: 'teapot' }, 'PGRST112'],
    [{ status: '999' }, 'PGRST112'],
    [{ status: '200', headers: '{"a": "b"}' }, 'PGRST111'],
    [{ status: '200', headers: '[{"a": "b", "c": "d"}]' }, 'PGRST111'],
    [{ status: '200', headers: '[{"X-Split": "a\\r\\nSet-Cookie: b"}]' }, 'PGRST111'],
    [{ status: '200', headers: 'nonsense' }, 'PGRST111'],
  ])('fails when it sets them wrongly: %j', async (args, code) => {
    const { status, json } = await post('brew', JSON.stringify(args))
    expect({ status, json }).toMatchObject({ status: 500, json: { code } })
  })

  it.each([
    [{ state: 'P0001', message: 'no' }, 400, { code: 'P0001', message: 'no', details: null, hint: null }],
    [
      { state: 'PT402', message: 'pay', detail: 'd', hint: 'h' },
      402,
      { code: 'PT402', details: 'd', hint: 'h' },
    ],
    [{ state: 'PT999', message: 'odd' }, 500, { code: 'PT999' }],
    [{ state: 'LA001', message: 'An account needs an admin.' }, 400, { code: 'LA001' }],
    [{ state: '42501', message: 'not you' }, 403, { code: '42501' }],
    [
      {
        state: 'PGRST',
        message: '{"code": "123", "message": "own", "details": "d", "hint": "h"}',
        detail: '{"status": 451, "headers": {"X-Why": "law"}}',
      },
      451,
      { code: '123', message: 'own', details: 'd', hint: 'h' },
    ],
    [{ state: 'PGRST', message: 'nonsense' }, 500, { code: 'PGRST121' }],
    [
      {
        state: 'PGRST',
        message: '{"code": "123", "message": "own"}',
        detail: '{"status": 400, "headers": {"X-Split": "a\\r\\nb"}}',
      },
      500,
      { code: 'PGRST121' },
    ],
    [
      { state: 'F0000', message: 'could not open file "base/1/2"' },
      500,
      { message: 'The database could not answer' },
    ],
  ])('refuses with %j', async (args, status, error) => {
    const answer = await post('refuse', JSON.stringify(args))
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject(error)
    if (args.state === 'PGRST' && status === 451) expect(answer.headers.get('x-why')).toBe('law')
  })
})
