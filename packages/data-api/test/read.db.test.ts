import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

describe('select', () => {
  it.each<[string, unknown]>([
    ['id,name', { id: 1, name: 'Engine' }],
    ['title:name', { title: 'Engine' }],
    ['"name"', { name: 'Engine' }],
    [' id , name ', { id: 1, name: 'Engine' }],
    ['budget::text', { budget: '100.50' }],
    ['n:id::int8', { n: 1 }],
    ['tags::_text', { tags: ['maths', 'iron'] }],
    ['data->size', { size: 3 }],
    ['data->>size', { size: '3' }],
    ['data->parts->0->>name', { name: 'wheel' }],
    ['data->parts->0', { parts: { name: 'wheel' } }],
    ['data->parts->-1->>name', { name: 'wheel' }],
    ['data->nothing->here', { here: null }],
    ['hue:data->>colour', { hue: 'grey' }],
    ['tags->0', { tags: 'maths' }],
    ['size:data->>size::integer', { size: 3 }],
    ['"say \\"hi\\"":name', { 'say "hi"': 'Engine' }],
    ['"select":name', { select: 'Engine' }],
  ])('select=%s', async (select, row) => {
    const { json } = await bench.request(`/projects?id=eq.1&select=${encodeURIComponent(select)}`)
    expect(json).toEqual([row])
  })

  it('gives every column of the table, and of a view', async () => {
    const all = await bench.client().from('projects').select().eq('id', 2).single()
    expect(all.data).toEqual({
      id: 2,
      name: 'Compiler',
      owner_id: 2,
      reviewer_id: null,
      budget: 2000,
      active: true,
      tags: ['language'],
      data: { size: 12, colour: null },
      seasons: '[5,9)',
      started_at: '2024-01-01T00:00:00+00:00',
    })
    const view = await bench.client().from('active_projects').select('*').order('id')
    expect(view.data).toEqual([
      { id: 1, name: 'Engine' },
      { id: 2, name: 'Compiler' },
    ])
  })

  it('reads from another exposed schema when asked to, and says so', async () => {
    const { data } = await bench.client().schema('side').from('things').select()
    expect(data).toEqual([{ id: 1, name: 'spoon' }])
    const { headers } = await bench.request('/things', { headers: { 'accept-profile': 'side' } })
    expect(headers.get('content-profile')).toBe('side')
  })
})

describe('order', () => {
  it.each([
    ['id.desc', [4, 3, 2, 1]],
    ['name', [2, 1, 3, 4]],
    ['name.asc', [2, 1, 3, 4]],
    ['budget.desc', [3, 2, 1, 4]],
    ['budget.desc.nullslast', [2, 1, 4, 3]],
    ['budget.nullsfirst', [3, 4, 1, 2]],
    ['active.desc.nullslast,id.desc', [2, 1, 3, 4]],
    ['data->size.desc.nullslast,id', [2, 1, 3, 4]],
  ])('order=%s', async (order, ids) => {
    const { json } = await bench.request(`/projects?select=id&order=${encodeURIComponent(order)}`)
    expect(json).toEqual(ids.map((id) => ({ id })))
  })

  it('follows a resource embedded as one object', async () => {
    const { data } = await bench
      .client()
      .from('projects')
      .select('id, owner:people!projects_owner(name)')
      .order('owner(name)', { ascending: false })
      .order('id')
    expect(data?.map(({ id }) => id)).toEqual([2, 3, 1, 4])
  })
})

describe('ranges and counts', () => {
  it('answers the part that limit and offset name, and what there is with a count', async () => {
    const page = await bench
      .client()
      .from('projects')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2)
    expect(page).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] })
    const whole = await bench.client().from('projects').select('id', { count: 'exact' })
    expect(whole).toMatchObject({ status: 200, count: 4 })
    const uncounted = await bench.client().from('projects').select('id').limit(2)
    expect(uncounted).toMatchObject({ status: 200, count: null })
  })

  it('counts exactly whatever kind of count was asked for', async () => {
    for (const count of ['planned', 'estimated'] as const) {
      const { count: counted } = await bench
        .client()
        .from('tasks')
        .select('*', { count, head: true })
        .eq('done', false)
      expect(counted).toBe(2)
    }
  })

  it.each([
    ['/projects?limit=2&order=id', {}, 200, '0-1/*'],
    ['/projects?limit=2&offset=3', { prefer: 'count=exact' }, 206, '3-3/4'],
    ['/projects?limit=0', {}, 200, '*/*'],
    ['/projects?limit=nonsense', { prefer: 'count=exact' }, 200, '0-3/4'],
    ['/projects', { range: '1-2' }, 200, '1-2/*'],
    ['/projects', { range: '2-', prefer: 'count=exact' }, 206, '2-3/4'],
    ['/projects', { range: 'nonsense' }, 200, '0-3/*'],
    ['/projects?limit=3', { range: '2-9' }, 200, '2-2/*'],
    ['/projects?id=eq.0', { prefer: 'count=exact' }, 200, '*/0'],
    ['/projects?offset=9', {}, 200, '*/*'],
    ['/projects?offset=9', { prefer: 'count=exact' }, 416, '*/4'],
  ])('%s with %j', async (url, headers, status, range) => {
    const answer = await bench.request(url, { headers })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-range')).toBe(range)
  })

  it.each([
    [
      '/projects?offset=9',
      { prefer: 'count=exact' },
      'An offset of 9 was requested, but there are only 4 rows.',
    ],
    ['/projects?limit=-1', {}, 'Limit should be greater than or equal to zero.'],
    [
      '/projects',
      { range: '5-2' },
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
  ])('refuses %s with %j', async (url, headers, details) => {
    const { status, json } = await bench.request(url, { headers })
    expect(status).toBe(416)
    expect(json).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details,
      hint: null,
    })
  })

  it('never answers more rows than it may', async () => {
    const { data } = await bench.client().rpc('numbers', { upto: 150 })
    expect(data).toHaveLength(100)
    const more = await bench.client().rpc('numbers', { upto: 150 }, { count: 'exact' }).limit(120)
    expect(more.data).toHaveLength(100)
    expect(more.count).toBe(150)
  })

  it('says nothing but headers to HEAD', async () => {
    const { status, text, headers } = await bench.request('/projects?limit=1', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect({ status, text, range: headers.get('content-range') }).toEqual({
      status: 206,
      text: '',
      range: '0-0/4',
    })
  })
})

describe('a single object', () => {
  it('is answered when there is exactly one row', async () => {
    const { headers, json } = await bench.request('/projects?id=eq.1&select=id', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    })
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
    expect(json).toEqual({ id: 1 })
  })

  it('is refused otherwise, with the number of rows', async () => {
    const many = await bench.client().from('projects').select('id').single()
    expect(many).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 4 rows', hint: null },
    })
    const none = await bench.client().from('projects').select('id').eq('id', 0).maybeSingle()
    expect(none).toMatchObject({ data: null, error: null })
  })

  it('comes without its nulls where these are stripped', async () => {
    const one = await bench
      .client()
      .from('projects')
      .select('id, reviewer_id')
      .eq('id', 2)
      .stripNulls()
      .single()
    expect(one.data).toEqual({ id: 2 })
    const all = await bench
      .client()
      .from('projects')
      .select('id, budget')
      .gte('id', 3)
      .order('id')
      .stripNulls()
    expect(all.data).toEqual([{ id: 3 }, { id: 4, budget: 0 }])
  })
})

describe('methods', () => {
  it.each([
    ['/projects', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/active_projects', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
    ['/rpc/add', 'OPTIONS,GET,HEAD,POST'],
    ['/rpc/add_counter', 'OPTIONS,POST'],
  ])('OPTIONS %s', async (url, allow) => {
    const { status, headers } = await bench.request(url, { method: 'OPTIONS' })
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 200, allow })
  })
})

describe('the schema', () => {
  it('is read again on demand', async () => {
    expect((await bench.request('/novelties')).status).toBe(404)
    await bench.admin.unsafe(
      'create table public.novelties (id int); grant select on public.novelties to anon, authenticated',
    )
    await bench.api.reloadSchema()
    expect((await bench.request('/novelties')).json).toEqual([])
  })
})
