import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'), { aggregates: true })

async function read(url: string): Promise<unknown> {
  return (await bench.request(url)).json
}

describe('a spread resource', () => {
  it('gives its columns to the row around it, with nulls where there is no such row', async () => {
    expect(
      await read('/projects?select=id,...people!projects_reviewer(reviewer:name,born)&order=id&limit=2'),
    ).toEqual([
      { id: 1, reviewer: 'Grace', born: '1906-12-09' },
      { id: 2, reviewer: null, born: null },
    ])
  })

  it('stands for all columns with a star, and keeps its place', async () => {
    const [row] = Object.values((await read('/passports?select=...people(*),number')) ?? {})
    expect(Object.keys(row)).toEqual(['id', 'name', 'boss_id', 'born', 'mood', 'number'])
  })

  it('gives each name once', async () => {
    const many = '/projects?select=id,...tasks(*,number,...projects(title:name))&tasks.order=number&id=eq.2'
    expect(await read(many)).toEqual([
      { id: 2, project_id: [2], number: [1], title: ['Parse (everything)'], done: [false] },
    ])
    expect(await read('/passports?select=...people(name,name,name:mood)')).toEqual([{ name: 'Ada' }])
  })

  it('of many rows gives arrays, empty where there are none', async () => {
    expect(
      await read('/projects?select=id,...tasks(number,title)&tasks.order=number.desc&order=id&id=in.(1,3)'),
    ).toEqual([
      { id: 1, number: [2, 1], title: ['Draw the plan, twice', 'Cut the wheels'] },
      { id: 3, number: [], title: [] },
    ])
  })

  it('holds others, spread or not', async () => {
    expect(
      await read(
        '/remarks?select=id,...tasks(title,...projects(project:name,people!projects_owner(name)))&id=eq.3',
      ),
    ).toEqual([{ id: 3, title: 'Parse (everything)', project: 'Compiler', people: { name: 'Grace' } }])
    expect(await read('/projects?select=id,...tasks(number,remarks(id))&tasks.order=number&id=eq.1')).toEqual(
      [{ id: 1, number: [1, 2], remarks: [[{ id: 1 }, { id: 2 }], []] }],
    )
  })

  it('has its own filters, and leaves out rows when it is inner', async () => {
    expect(await read('/projects?select=id,...tasks!inner(number)&tasks.done=is.true')).toEqual([
      { id: 1, number: [1] },
    ])
    expect(
      await read('/projects?select=id,...people!projects_reviewer(name)&people=not.is.null&order=id'),
    ).toEqual([
      { id: 1, name: 'Grace' },
      { id: 3, name: 'Ada' },
    ])
  })

  it('comes along with changed rows', async () => {
    const { data } = await bench
      .client()
      .from('tasks')
      .update({ done: false })
      .match({ project_id: 2, number: 1 })
      .select('title, ...projects(project:name)')
    expect(data).toEqual([{ title: 'Parse (everything)', project: 'Compiler' }])
  })
})

describe('an aggregate', () => {
  it('is over all rows where nothing else is selected', async () => {
    expect(await read('/projects?select=count()')).toEqual([{ count: 4 }])
    expect(
      await read(
        '/projects?select=total:budget.sum(),budget.max()::text,dear:budget::integer.avg()::integer',
      ),
    ).toEqual([{ total: 2100.5, max: '2000.00', dear: 700 }])
    expect(await read('/projects?select=data->size.max()&id=lte.2')).toMatchObject({ code: '42883' })
  })

  it('is for each group of what else is selected', async () => {
    expect(await read('/projects?select=owner_id,count()&order=owner_id')).toEqual([
      { owner_id: 1, count: 2 },
      { owner_id: 2, count: 1 },
      { owner_id: 3, count: 1 },
    ])
    expect(await read('/projects?select=colour:data->>colour,count()&order=data->>colour')).toMatchObject({
      code: '42803',
    })
    expect(
      await read(
        '/projects?select=people!projects_owner(name),budget.sum()&budget=not.is.null&owner_id=eq.2',
      ),
    ).toEqual([{ people: { name: 'Grace' }, sum: 2000 }])
  })

  it('is within the rows that are embedded', async () => {
    expect(await read('/projects?select=id,tasks(count())&order=id&id=lte.3')).toEqual([
      { id: 1, tasks: [{ count: 2 }] },
      { id: 2, tasks: [{ count: 1 }] },
      { id: 3, tasks: [{ count: 0 }] },
    ])
  })

  it('is of the rows around where its resource is spread', async () => {
    expect(
      await read(
        '/remarks?select=task_number,...tasks(...projects(budget.sum(),times:count()))&order=task_number',
      ),
    ).toEqual([{ task_number: 1, sum: 2201, times: 3 }])
    expect(await read('/tasks?select=...projects(name),count()&project_id=eq.1')).toEqual([
      { name: 'Engine', count: 2 },
    ])
    expect(await read('/projects?select=id,...tasks(done,count())&id=eq.1')).toMatchObject({
      code: 'PGRST127',
    })
  })
})
