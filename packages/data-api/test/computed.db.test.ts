import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

async function read(url: string): Promise<unknown> {
  return (await bench.request(url)).json
}

describe('a function of a row', () => {
  it('is selected, filtered and ordered by like a column', async () => {
    expect(await read('/people?select=name,initial&initial=neq.A&order=initial.desc')).toEqual([
      { name: 'Grace', initial: 'G' },
      { name: 'Edsger', initial: 'E' },
    ])
    expect(
      await read('/projects?select=id,people!projects_owner(initial)&people.initial=eq.G&id=lte.2'),
    ).toEqual([
      { id: 1, people: null },
      { id: 2, people: { initial: 'G' } },
    ])
  })

  it('is no part of a star', async () => {
    expect(await read('/people?id=eq.1')).toEqual([
      { id: 1, name: 'Ada', boss_id: null, born: '1815-12-10', mood: 'calm' },
    ])
    const [row] = Object.values((await read('/people?select=*,initial&id=eq.1')) ?? {})
    expect(Object.keys(row)).toEqual(['id', 'name', 'boss_id', 'born', 'mood', 'initial'])
  })

  it('is there for changed rows, and to choose them by', async () => {
    const { data } = await bench
      .client()
      .from('people')
      .update({ mood: 'busy' })
      .eq('initial', 'E')
      .select('*, initial, led(name)')
    expect(data).toEqual([
      { id: 3, name: 'Edsger', boss_id: 1, born: null, mood: 'busy', initial: 'E', led: [{ name: 'Paths' }] },
    ])
  })

  it('is not called by name where its parameter has none', async () => {
    const { json } = await bench.request('/rpc/boss_of', { method: 'POST', body: '{}' })
    expect(json).toMatchObject({ code: 'PGRST202', hint: null })
    expect(await read('/people?select=name,boss_of&id=eq.2')).toEqual([{ name: 'Grace', boss_of: 'Ada' }])
  })

  it('cannot be written, and is not looked for in other schemas', async () => {
    const written = await bench.request('/people?id=eq.1', { method: 'PATCH', body: '{"initial": "X"}' })
    expect(written.json).toMatchObject({ code: 'PGRST204' })
    expect(await read('/people?select=secret')).toMatchObject({ code: '42703' })
  })

  it('is a relationship where it gives rows', async () => {
    expect(await read('/people?select=name,led(name)&led.order=id.desc&id=eq.1')).toEqual([
      { name: 'Ada', led: [{ name: 'Stars * and % signs' }, { name: 'Engine' }] },
    ])
    expect(await read('/people?select=name,led!inner(id,tasks(number))&led.name=eq.Compiler')).toEqual([
      { name: 'Grace', led: [{ id: 2, tasks: [{ number: 1 }] }] },
    ])
    expect(await read('/people?select=name,...first_led(title:name)&id=lte.2&order=first_led(id)')).toEqual([
      { name: 'Ada', title: 'Engine' },
      { name: 'Grace', title: 'Compiler' },
    ])
  })

  it('gives an object where it returns one row, with nulls where it found none', async () => {
    expect(await read('/people?select=name,passport_of(number)&order=id&id=lte.2')).toEqual([
      { name: 'Ada', passport_of: { number: 'P-1' } },
      { name: 'Grace', passport_of: { number: null } },
    ])
  })

  it('works on what functions return', async () => {
    expect(await read('/rpc/projects_of?person=1&select=id,people!projects_owner(initial)')).toEqual([
      { id: 1, people: { initial: 'A' } },
      { id: 4, people: { initial: 'A' } },
    ])
  })
})

describe('a view', () => {
  it('has the relationships of the plain columns that it shows', async () => {
    expect(await read('/owned_projects?select=title,people!projects_owner(name)&project=eq.2')).toEqual([
      { title: 'Compiler', people: { name: 'Grace' } },
    ])
    expect(await read('/people?select=name,owned_projects!projects_owner(shout)&id=eq.2')).toEqual([
      { name: 'Grace', owned_projects: [{ shout: 'COMPILER' }] },
    ])
    expect(await read('/owned_projects?select=title,open_tasks(title)&project=eq.1')).toEqual([
      { title: 'Engine', open_tasks: [{ title: 'Draw the plan, twice' }] },
    ])
  })

  it('has them through other views and inner queries', async () => {
    expect(await read('/loud_projects?select=title,tasks(number)&project=eq.2')).toEqual([
      { title: 'Compiler', tasks: [{ number: 1 }] },
    ])
    expect(await read('/open_tasks?select=title,projects(name)&project_id=eq.2')).toEqual([
      { title: 'Parse (everything)', projects: { name: 'Compiler' } },
    ])
  })

  it('leads to tables that requests cannot name, also as a junction', async () => {
    expect(await read('/rooms?select=name,people(name)&people.order=name&order=name')).toEqual([
      { name: 'Attic', people: [{ name: 'Ada' }, { name: 'Grace' }] },
      { name: 'Cellar', people: [{ name: 'Ada' }] },
    ])
  })

  it('does not make the columns of tables ambiguous', async () => {
    expect(await read('/projects?select=owner_id(name)&id=eq.2')).toEqual([{ owner_id: { name: 'Grace' } }])
    expect(await read('/people?select=projects!projects_owner(name)&id=eq.2')).toEqual([
      { projects: [{ name: 'Compiler' }] },
    ])
  })

  it('has no relationship through what it computes', async () => {
    expect(await read('/loud_projects?select=people!projects_owner(name)')).toMatchObject({
      code: 'PGRST200',
    })
  })
})
