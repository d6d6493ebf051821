import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { ANON, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

async function read(url: string): Promise<unknown> {
  return (await bench.request(url)).json
}

describe('an embedded resource', () => {
  it('is an object where the key leads to one row, null where it leads nowhere', async () => {
    expect(await read('/projects?select=id,reviewer:people!reviewer_id(name)&order=id&limit=2')).toEqual([
      { id: 1, reviewer: { name: 'Grace' } },
      { id: 2, reviewer: null },
    ])
  })

  it('is an array where many rows point here, empty where none do', async () => {
    expect(await read('/projects?select=id,tasks(number)&order=id&id=in.(1,3)')).toEqual([
      { id: 1, tasks: [{ number: 1 }, { number: 2 }] },
      { id: 3, tasks: [] },
    ])
  })

  it('follows keys of several columns, both ways', async () => {
    expect(await read('/remarks?select=id,tasks(title)&id=eq.3')).toEqual([
      { id: 3, tasks: { title: 'Parse (everything)' } },
    ])
    expect(await read('/tasks?select=title,remarks(id)&project_id=eq.1&order=number')).toEqual([
      { title: 'Cut the wheels', remarks: [{ id: 1 }, { id: 2 }] },
      { title: 'Draw the plan, twice', remarks: [] },
    ])
  })

  it('is one object on both sides of a one-to-one key', async () => {
    expect(await read('/people?select=name,passports(number)&order=id&limit=2')).toEqual([
      { name: 'Ada', passports: { number: 'P-1' } },
      { name: 'Grace', passports: null },
    ])
    expect(await read('/passports?select=people(name)')).toEqual([{ people: { name: 'Ada' } }])
  })

  it('is reached through a table between', async () => {
    expect(await read('/projects?select=id,people!project_members(name)&id=eq.1&people.order=name')).toEqual([
      { id: 1, people: [{ name: 'Ada' }, { name: 'Grace' }] },
    ])
  })

  it('goes up and down within one table', async () => {
    expect(await read('/people?select=name,boss_id(name)&id=eq.2')).toEqual([
      { name: 'Grace', boss_id: { name: 'Ada' } },
    ])
    expect(await read('/people?select=name,reports:people(name)&id=eq.1&reports.order=name')).toEqual([
      { name: 'Ada', reports: [{ name: 'Edsger' }, { name: 'Grace' }] },
    ])
  })

  it('holds others', async () => {
    expect(
      await read('/people?select=name,projects!projects_owner(name,tasks(number,remarks(id)))&id=eq.2'),
    ).toEqual([
      { name: 'Grace', projects: [{ name: 'Compiler', tasks: [{ number: 1, remarks: [{ id: 3 }] }] }] },
    ])
  })

  it.each([
    ['projects_owner', 'the constraint'],
    ['owner_id', 'the column'],
  ])('is called by %s, %s', async (name) => {
    expect(await read(`/projects?select=${name}(name)&id=eq.2`)).toEqual([{ [name]: { name: 'Grace' } }])
    expect(await read(`/projects?select=people!${name}(name)&id=eq.2`)).toEqual([
      { people: { name: 'Grace' } },
    ])
  })

  it('has its own filters, order and limit', async () => {
    expect(await read('/projects?select=id,tasks(number)&tasks.done=is.false&id=eq.1')).toEqual([
      { id: 1, tasks: [{ number: 2 }] },
    ])
    expect(
      await read('/projects?select=id,tasks(number)&tasks.order=number.desc&tasks.limit=1&id=eq.1'),
    ).toEqual([{ id: 1, tasks: [{ number: 2 }] }])
    expect(
      await read('/projects?select=id,tasks(number)&tasks.or=(number.eq.2,done.is.null)&id=eq.1'),
    ).toEqual([{ id: 1, tasks: [{ number: 2 }] }])
    expect(
      await read('/projects?select=id,jobs:tasks(number)&jobs.order=number&jobs.offset=1&id=eq.1'),
    ).toEqual([{ id: 1, jobs: [{ number: 2 }] }])
  })

  it('leaves out rows without it when it is inner, and counts accordingly', async () => {
    const { data, count } = await bench
      .client()
      .from('projects')
      .select('id, tasks!inner(number)', { count: 'exact' })
      .eq('tasks.done', true)
    expect(data).toEqual([{ id: 1, tasks: [{ number: 1 }] }])
    expect(count).toBe(1)
    expect(await read('/projects?select=id,tasks!inner(remarks!inner(id))&tasks.remarks.id=eq.3')).toEqual([
      { id: 2, tasks: [{ remarks: [{ id: 3 }] }] },
    ])
  })

  it('may serve a condition alone', async () => {
    expect(await read('/projects?select=id,tasks()&tasks=is.null&order=id')).toEqual([{ id: 3 }, { id: 4 }])
    expect(await read('/projects?select=id,tasks(number)&tasks=not.is.null&id=lt.2')).toHaveLength(1)
    expect(await read('/projects?select=id,tasks!inner()&order=id')).toEqual([{ id: 1 }, { id: 2 }])
    expect(
      await read(
        '/projects?select=id,tasks(),people!project_members()&or=(tasks.is.null,people.is.null)&order=id',
      ),
    ).toEqual([{ id: 3 }, { id: 4 }])
  })

  it('can be counted', async () => {
    expect(await read('/projects?select=id,tasks(count)&order=id&id=in.(1,3)')).toEqual([
      { id: 1, tasks: [{ count: 2 }] },
      { id: 3, tasks: [{ count: 0 }] },
    ])
    expect(await read('/projects?select=n:count::text')).toEqual([{ n: '4' }])
  })

  it('comes along with changed rows', async () => {
    const { data } = await bench
      .client()
      .from('tasks')
      .update({ title: 'Cut all wheels' })
      .match({ project_id: 1, number: 1 })
      .select('title, projects(name), remarks(id)')
      .order('id', { referencedTable: 'remarks' })
    expect(data).toEqual([
      { title: 'Cut all wheels', projects: { name: 'Engine' }, remarks: [{ id: 1 }, { id: 2 }] },
    ])
  })
})

describe('a failed embed', () => {
  it('is PGRST200 without a relationship, with the near name', async () => {
    const { status, json } = await bench.request('/projects?select=taks(number)')
    expect(status).toBe(400)
    expect(json).toEqual({
      code: 'PGRST200',
      message: "Could not find a relationship between 'projects' and 'taks' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'projects' and 'taks' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'tasks' instead of 'taks'.",
    })
  })

  it('is PGRST201 with several, and says how to tell them apart', async () => {
    const { status, json } = await bench.request('/projects?select=people(name)')
    expect(status).toBe(300)
    expect(json).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'projects' and 'people'",
      hint: "Try changing 'people' to one of the following: 'people!projects_owner', 'people!projects_reviewer', 'people!project_members'. Find the desired relationship in the 'details' key.",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'projects with people',
          relationship: 'projects_owner using projects(owner_id) and people(id)',
        },
        { relationship: 'projects_reviewer using projects(reviewer_id) and people(id)' },
        {
          cardinality: 'many-to-many',
          relationship:
            'project_members using project_members_project_id_fkey(project_id) and project_members_person_id_fkey(person_id)',
        },
      ],
    })
  })

  it('names no relationship through tables that the caller may not use', async () => {
    const { json } = await bench.request('/projects?select=people(name)', { caller: ANON })
    expect(json).toMatchObject({
      hint: "Try changing 'people' to one of the following: 'people!projects_owner', 'people!projects_reviewer'. Find the desired relationship in the 'details' key.",
      details: [
        { relationship: 'projects_owner using projects(owner_id) and people(id)' },
        { relationship: 'projects_reviewer using projects(reviewer_id) and people(id)' },
      ],
    })
  })

  it.each([
    ['/projects?tasks.done=is.true', 'PGRST108'],
    ['/projects?select=id,tasks(id)&other.order=id', 'PGRST108'],
    ['/projects?select=id,tasks(number)&tasks=eq.1', 'PGRST120'],
    ['/projects?select=id,tasks(number)&order=tasks(number)', 'PGRST118'],
    ['/projects?select=id&order=tasks(number)', 'PGRST108'],
    ['/projects?select=...taks(name)', 'PGRST200'],
    ['/projects?select=...name', 'PGRST100'],
    ['/projects?select=count()', 'PGRST123'],
    ['/projects?select=budget.sum()', 'PGRST123'],
    ['/tasks?select=plans(id)', 'PGRST200'],
  ])('%s is %s', async (url, code) => {
    const { status, json } = await bench.request(url)
    expect({ status, json }).toMatchObject({ status: 400, json: { code } })
  })
})
