import { testDatabase } from '@cairn/testing/test-database'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADA, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'), { maxRows: 1_000 })

const TOO_LARGE = { status: 413, json: { code: '54000', message: 'The answer is too large' } }
const TOO_MANY = {
  status: 400,
  json: { code: '54000', message: 'The request reads too many rows of embedded resources' },
}
const tooComplex = (details: string) => ({ status: 400, json: { code: 'PGRST100', details } })

/** A single house has all floors: each floor leads to it, and from there to all floors again. */
beforeAll(async () => {
  await bench.admin.unsafe(`
    create table public.houses (id integer primary key, motto text);
    create table public.floors (id integer primary key, house_id integer not null references public.houses (id), note text);
    create index on public.floors (house_id);
    insert into public.houses values (1, 'short');
    insert into public.floors select n, 1, 'floor' from generate_series(1, 960) n;
    grant select, update on public.houses, public.floors to authenticated`)
  await bench.api.reloadSchema()
})

afterEach(async () => {
  await bench.admin`update public.floors set note = 'floor' where note <> 'floor'`
  await bench.admin`update public.houses set motto = 'short'`
})

/** The most memory that a backend has ever held, in megabytes. */
async function largestBackend(): Promise<number> {
  const [row] = await bench.admin<{ used: string }[]>`
    select max((regexp_match(pg_read_file('/proc/' || pid || '/status'), 'VmHWM:\\s+(\\d+)'))[1]::bigint) as used
    from pg_stat_activity where datname = current_database() and usename = 'authenticator'`
  return Number(row?.used ?? 0) / 1024
}

describe('a table below itself', () => {
  it('is embedded once', async () => {
    expect(await bench.request('/people?select=name,reports:people(name)&id=eq.1')).toMatchObject({
      status: 200,
    })
    expect(await bench.request('/floors?select=id,houses(floors(id))&limit=1')).toMatchObject({ status: 200 })
  })

  it('is embedded again down a tree and up a chain, which read no row twice', async () => {
    await bench.admin.unsafe(`
      create table public.threads (id integer primary key, answers integer references public.threads (id));
      create index on public.threads (answers);
      insert into public.threads values (1, null), (2, 1), (3, 2), (4, 3), (5, 1);
      grant select on public.threads to authenticated`)
    await bench.api.reloadSchema()
    const up = 'id,parent:answers(id,parent:answers(id,parent:answers(id)))'
    expect((await bench.request(`/threads?select=${up}&id=eq.4`)).json).toEqual([
      { id: 4, parent: { id: 3, parent: { id: 2, parent: { id: 1 } } } },
    ])
    const below = (inside: string) => `below:threads!answers(id${inside})`
    const down = `id,${below(`,${below(`,${below('')}`)}`)}`
    expect((await bench.request(`/threads?select=${down}&id=eq.1`)).json).toEqual([
      {
        id: 1,
        below: [
          { id: 2, below: [{ id: 3, below: [{ id: 4 }] }] },
          { id: 5, below: [] },
        ],
      },
    ])
    const upAndDown = '/threads?select=parent:answers(threads!answers(parent:answers(threads!answers(id))))'
    expect(await bench.request(upAndDown)).toMatchObject(
      tooComplex("'threads' is embedded below itself more than once"),
    )
  })

  it('is not embedded a second time where each row would be read many times', async () => {
    expect(await bench.request('/houses?select=floors(houses(floors(houses(id))))')).toMatchObject(
      tooComplex("'houses' is embedded below itself more than once"),
    )
  })
})

describe('rows that would be read many times over', () => {
  it('are refused after a second turn', async () => {
    const url = '/tasks?select=projects(people!project_members(name,projects!projects_owner(name)))'
    expect(await bench.request(url)).toMatchObject(
      tooComplex("'projects' is embedded where each of its rows would be read many times over"),
    )
  })

  it('are refused in more than five embedded resources', async () => {
    const floors = Array.from({ length: 6 }, (_, index) => `f${index}:floors(count)`).join(',')
    expect(await bench.request(`/floors?select=houses(${floors})&limit=1`)).toMatchObject(
      tooComplex('more than 5 embedded resources whose rows would be read many times over'),
    )
  })

  it.each([
    '/floors?select=houses(floors(count))',
    '/floors?select=houses(floors(id))',
    '/floors?select=houses!inner(floors!inner(houses!inner(id)))&houses.floors.houses.motto=eq.none',
    '/floors?select=id,houses(floors(count))&houses.floors.id=gt.0',
  ])('are counted while they are read, and refused beyond 100,000: %s', async (url) => {
    expect(await bench.request(url)).toMatchObject(TOO_MANY)
  })

  it('are answered up to there', async () => {
    const { json } = await bench.request('/floors?select=houses(floors(count))&limit=2')
    expect(json).toEqual([{ houses: { floors: [{ count: 960 }] } }, { houses: { floors: [{ count: 960 }] } }])
  })

  it('are none down a tree, however many there are', async () => {
    const { json } = await bench.request('/houses?select=a:floors(count),b:floors(count),floors(id)')
    expect(json).toMatchObject([{ a: [{ count: 960 }], b: [{ count: 960 }], floors: { length: 960 } }])
  })
})

describe('the building of an answer', () => {
  it.each<[string, string, Record<string, string>?]>([
    ['many rows', '/floors?select=id,note'],
    ['lines of CSV', '/floors?select=id,note', { accept: 'text/csv' }],
    ['embedded rows', '/houses?select=floors(note)'],
    ['embedded columns', '/houses?select=...floors(note)'],
    ['one row for many', '/floors?select=id,houses(motto)'],
  ])('stops where it grows too large: %s', async (_, url, headers = {}) => {
    await bench.admin`update public.floors set note = repeat('x', 900000) where id <= 100`
    await bench.admin`update public.houses set motto = repeat('x', 900000)`
    expect(await bench.request(url, { headers })).toMatchObject({ status: 413 })
    expect(await largestBackend()).toBeLessThan(300)
  })

  it('stops for changed rows too, of which there is no limit', async () => {
    await bench.admin`update public.floors set note = repeat('x', 40000)`
    const headers = { prefer: 'return=representation' }
    const changed = await bench.request('/floors?id=gt.0', {
      method: 'PATCH',
      body: '{"house_id": 1}',
      headers,
    })
    expect(changed).toMatchObject(TOO_LARGE)
  })

  it('stops where sorting takes more of the disk than one statement may have', async () => {
    await bench.admin.unsafe(`
      create table public.piles as select n as id, repeat(md5(n::text), 30) as note from generate_series(1, 400000) n;
      grant select on public.piles to authenticated`)
    await bench.api.reloadSchema()
    expect(await bench.request('/piles?select=id&order=note&offset=399999')).toMatchObject(TOO_LARGE)
    await bench.admin`drop table public.piles`
  })

  it('gives every other answer whole', async () => {
    await bench.admin`update public.floors set note = repeat('x', 10000)`
    const { data } = await bench.client(ADA).from('houses').select('floors(id, note)').single()
    expect(data?.['floors']).toHaveLength(960)
  })
})

describe('a field', () => {
  it('is selected five times at the most', async () => {
    const select = (times: number) => Array.from({ length: times }, (_, index) => `n${index}:note`).join(',')
    expect(await bench.request(`/floors?select=${select(5)}&limit=1`)).toMatchObject({ status: 200 })
    expect(await bench.request(`/floors?select=${select(6)}&limit=1`)).toMatchObject(
      tooComplex("'note' is selected more than 5 times"),
    )
  })
})
