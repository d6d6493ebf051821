import { testDatabase } from '@cairn/testing/test-database'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADA, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))
const counters = () => bench.client().from('counters')

async function stored(): Promise<unknown> {
  return (await counters().select('label, value').order('id')).data
}

beforeEach(async () => {
  await bench.admin.unsafe('truncate public.counters restart identity')
})

describe('insert', () => {
  it('adds a row and answers nothing unless asked', async () => {
    const { status, data, error } = await counters().insert({ label: 'one', value: 1 })
    expect({ status, data, error }).toEqual({ status: 201, data: null, error: null })
    expect(await stored()).toEqual([{ label: 'one', value: 1 }])
  })

  it('answers the new row, defaults included, in the shape that was asked for', async () => {
    const one = await counters().insert({ label: 'one' }).select().single()
    expect(one).toMatchObject({ status: 201, data: { id: 1, label: 'one', value: 7 } })
    const many = await counters()
      .insert([{ value: 1 }, { value: 2 }], { count: 'exact' })
      .select('n:value')
    expect(many).toMatchObject({ status: 201, count: 2, data: [{ n: 1 }, { n: 2 }] })
  })

  it('gives null for keys that a row lacks, or the default where that is preferred', async () => {
    await counters().insert([{ label: 'a', value: 1 }, { label: 'b' }])
    await counters().insert([{ label: 'c', value: 3 }, { label: 'd' }, { value: 5 }], {
      defaultToNull: false,
    })
    expect(await stored()).toEqual([
      { label: 'a', value: 1 },
      { label: 'b', value: null },
      { label: 'c', value: 3 },
      { label: 'd', value: 7 },
      { label: 'unnamed', value: 5 },
    ])
  })

  it('takes only the columns that were named', async () => {
    const body = JSON.stringify({ label: 'x', value: 3, unknown: 1 })
    const answer = await bench.request('/counters?columns=label', { method: 'POST', body })
    expect(answer.status).toBe(201)
    expect(await stored()).toEqual([{ label: 'x', value: 7 }])
  })

  it('adds a row of defaults for an empty object, and no row for an empty list', async () => {
    expect((await counters().insert({}).select('label')).data).toEqual([{ label: 'unnamed' }])
    expect((await counters().insert([]).select('label')).data).toEqual([])
    expect(await stored()).toHaveLength(1)
  })

  it('says where the one new row is', async () => {
    const { status, headers, text } = await bench.request('/tasks', {
      method: 'POST',
      body: '{"project_id": 3, "number": 7, "title": "Walk"}',
      headers: { prefer: 'return=headers-only' },
    })
    expect({ status, text, location: headers.get('location') }).toEqual({
      status: 201,
      text: '',
      location: '/tasks?number=eq.7&project_id=eq.3',
    })
  })

  it('keeps all digits of a number', async () => {
    await bench.request('/projects', {
      method: 'POST',
      body: '{"id": 50, "name": "Big", "owner_id": 1, "data": {"n": 12345678901234567890.123}}',
    })
    const { text } = await bench.request('/projects?id=eq.50&select=data')
    expect(text).toContain('12345678901234567890.123')
  })

  it('writes arrays, JSON, ranges and nulls', async () => {
    const row = { tags: ['a"b', 'c,d'], data: { deep: [null, { x: 'é' }] }, seasons: '[3,4)', budget: null }
    const { data } = await bench
      .client()
      .from('projects')
      .insert({ id: 51, name: 'Rich', owner_id: 1, ...row })
      .select('tags, data, seasons, budget')
    expect(data).toEqual([row])
  })
})

describe('upsert', () => {
  const things = [
    { project_id: 1, number: 1, title: 'Cut' },
    { project_id: 9, number: 9, title: 'New' },
  ]

  beforeEach(async () => {
    await bench.admin.unsafe(`delete from public.remarks; delete from public.tasks; delete from public.projects where id = 9;
      insert into public.projects (id, name, owner_id) values (9, 'Ninth', 1);
      insert into public.tasks (project_id, number, title) values (1, 1, 'Old')`)
  })

  it('changes what is there and adds the rest', async () => {
    const { status, data } = await bench.client().from('tasks').upsert(things).select('title').order('title')
    expect(status).toBe(201)
    expect(data).toEqual([{ title: 'Cut' }, { title: 'New' }])
    const again = await bench.client().from('tasks').upsert(things)
    expect(again.status).toBe(200)
  })

  it('leaves alone what is there when duplicates are to be ignored', async () => {
    const { data } = await bench
      .client()
      .from('tasks')
      .upsert(things, { ignoreDuplicates: true })
      .select('title')
    expect(data).toEqual([{ title: 'New' }])
    expect((await bench.client().from('tasks').select('title').eq('project_id', 1)).data).toEqual([
      { title: 'Old' },
    ])
  })

  it('goes by the unique key that is named', async () => {
    const row = { id: 777, name: 'Ninth', owner_id: 2 }
    const { data } = await bench
      .client()
      .from('projects')
      .upsert(row, { onConflict: 'name' })
      .select('id, owner_id')
    expect(data).toEqual([{ id: 777, owner_id: 2 }])
    await bench.admin.unsafe('update public.projects set id = 9 where id = 777')
  })

  it('refuses a key that is not unique, and the same key twice', async () => {
    const wrong = await bench.client().from('tasks').upsert(things, { onConflict: 'title' })
    expect(wrong).toMatchObject({ status: 400, error: { code: '42P10' } })
    const twice = await bench
      .client()
      .from('tasks')
      .upsert([...things, ...things])
    expect(twice).toMatchObject({ status: 400, error: { code: '21000' } })
  })

  it('says what was applied', async () => {
    const { headers } = await bench.request('/tasks', {
      method: 'POST',
      body: JSON.stringify(things),
      headers: { prefer: 'resolution=merge-duplicates, return=minimal, missing=default, count=exact' },
    })
    expect(headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
    )
    expect(headers.get('content-range')).toBe('*/2')
  })
})

describe('update', () => {
  beforeEach(async () => {
    await counters().insert([{ label: 'a' }, { label: 'b' }, { label: 'c' }])
  })

  it('changes the rows that the filter chooses', async () => {
    const quiet = await counters().update({ value: 1 }).in('label', ['a', 'b'])
    expect(quiet).toMatchObject({ status: 204, data: null })
    const told = await counters()
      .update({ value: 2 }, { count: 'exact' })
      .gt('id', 1)
      .select('label')
      .order('id', { ascending: false })
    expect(told).toMatchObject({ status: 200, count: 2, data: [{ label: 'c' }, { label: 'b' }] })
    expect(await stored()).toEqual([
      { label: 'a', value: 1 },
      { label: 'b', value: 2 },
      { label: 'c', value: 2 },
    ])
  })

  it('changes nothing for an empty body', async () => {
    const { status, data } = await counters().update({}).eq('label', 'a').select()
    expect({ status, data }).toEqual({ status: 200, data: [] })
  })

  it('rolls back when one row was asked for and more were changed', async () => {
    const { error, status } = await counters().update({ value: 0 }).gt('id', 1).select().single()
    expect({ status, code: error?.code, details: error?.details }).toEqual({
      status: 406,
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    })
    expect(await stored()).toContainEqual({ label: 'c', value: 7 })
  })

  it('rolls back when more rows were changed than allowed', async () => {
    const change = (filter: string) =>
      bench.request(`/counters?${filter}`, {
        method: 'PATCH',
        body: '{"value": 0}',
        headers: { prefer: 'handling=strict, max-affected=2' },
      })
    expect(await change('id=gt.0')).toMatchObject({
      status: 400,
      json: { code: 'PGRST124', details: 'The query affects 3 rows' },
    })
    expect(await stored()).not.toContainEqual({ label: 'a', value: 0 })
    expect((await change('id=eq.1')).status).toBe(204)
  })

  it('sets defaults for keys that are named and missing, where that is preferred', async () => {
    const body = '{"value": 3}'
    await bench.request('/counters?label=eq.a&columns=label,value', {
      method: 'PATCH',
      body,
      headers: { prefer: 'missing=default' },
    })
    expect(await stored()).toContainEqual({ label: 'unnamed', value: 3 })
  })
})

describe('delete', () => {
  it('removes the rows that the filter chooses', async () => {
    await counters().insert([{ label: 'a' }, { label: 'b' }])
    const told = await counters().delete({ count: 'exact' }).eq('label', 'a').select('label')
    expect(told).toMatchObject({ status: 200, count: 1, data: [{ label: 'a' }] })
    expect(await counters().delete().eq('label', 'b')).toMatchObject({ status: 204, data: null })
    expect(await stored()).toEqual([])
  })
})

describe('a write without a filter', () => {
  it.each(['PATCH', 'DELETE'])('%s is refused', async (method) => {
    await counters().insert({ label: 'kept' })
    const { status, json } = await bench.request('/counters', { method, body: '{"label": "gone"}' })
    expect({ status, json }).toMatchObject({ status: 400, json: { code: '21000' } })
    expect(await stored()).toEqual([{ label: 'kept', value: 7 }])
  })
})

describe('row level security and column rights', () => {
  it('decide about every write', async () => {
    const diaries = bench.client(ADA).from('diaries')
    expect((await diaries.select('id, body')).data).toEqual([{ id: 1, body: 'numbers' }])
    expect(await diaries.insert({ id: 9, author: 'Grace', body: 'forged' })).toMatchObject({
      status: 403,
      error: { code: '42501', message: 'new row violates row-level security policy for table "diaries"' },
    })
    expect((await diaries.update({ body: 'mine' }).eq('id', 2).select('id')).data).toEqual([])
    expect((await diaries.update({ body: 'mine' }).eq('id', 1).select('id')).data).toEqual([{ id: 1 }])
    expect((await diaries.delete().eq('id', 2).select('id')).data).toEqual([])
    const untouched = await bench.admin.unsafe('select body from public.diaries where id = 2')
    expect([...untouched]).toEqual([{ body: 'moths' }])
  })

  it('ask for the right to read only what is answered', async () => {
    const diaries = bench.client(ADA).from('diaries')
    const row = { id: 20, author: 'Ada', body: 'x', hidden: 'y' }
    expect((await diaries.insert(row).select('id')).data).toEqual([{ id: 20 }])
    expect(await diaries.update({ body: 'z' }).eq('id', 20).select()).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    for (const refused of [
      diaries.select('hidden'),
      diaries.select('id').eq('hidden', 'y'),
      diaries.select('id').order('hidden'),
      diaries.select('id').or('hidden.eq.y,id.eq.20'),
      diaries.update({ hidden: 'w' }).eq('id', 20),
    ]) {
      expect(await refused).toMatchObject({ status: 403, error: { code: '42501' } })
    }
  })
})
