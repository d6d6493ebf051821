import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { validOpenApi } from './valid-openapi.ts'
import { ADA, ANON, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'), { basePath: '/rest/v1' })

const described = z.object({
  swagger: z.string(),
  basePath: z.string(),
  info: z.object({ title: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ summary: z.string().optional() }))),
  parameters: z.record(z.string(), z.looseObject({})),
  definitions: z.record(
    z.string(),
    z.object({
      description: z.string().optional(),
      required: z.array(z.string()).optional(),
      properties: z.record(z.string(), z.looseObject({})),
    }),
  ),
})

async function description(options: Parameters<typeof bench.request>[1] = {}) {
  const { status, headers, text } = await bench.request('/', options)
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/openapi+json; charset=utf-8',
  })
  return described.parse(JSON.parse(text))
}

describe('the root', () => {
  it('describes tables with their columns, comments and methods', async () => {
    const { swagger, basePath, paths, definitions } = await description()
    expect({ swagger, basePath }).toEqual({ swagger: '2.0', basePath: '/rest/v1' })
    expect(Object.keys(paths['/projects'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
    expect(paths['/projects']?.['get']?.summary).toBe('The work of people.')
    expect(definitions['projects']).toMatchObject({
      description: 'The work of people.',
      required: ['id', 'name', 'owner_id', 'tags', 'started_at'],
      properties: {
        id: { type: 'integer', format: 'int32', description: 'Note:\nThis is a Primary Key.<pk/>' },
        owner_id: {
          type: 'integer',
          format: 'int32',
          description: "Note:\nThis is a Foreign Key to `people.id`.<fk table='people' column='id'/>",
        },
        budget: { type: 'number', format: 'numeric' },
        active: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' }, format: 'text[]' },
        data: { format: 'jsonb', description: 'Anything.' },
        started_at: { type: 'string', format: 'timestamp with time zone' },
      },
    })
  })

  it('is OpenAPI 2.0 that a validator accepts, of each schema and for each caller', async () => {
    for (const headers of [{}, { 'accept-profile': 'side' }])
      for (const caller of [ADA, ANON]) {
        const { text } = await bench.request('/', { headers, caller })
        await expect(validOpenApi(text)).resolves.toMatchObject({ swagger: '2.0' })
      }
  })

  it('describes enums with their values, and defaults as the values that they are', async () => {
    const { definitions } = await description()
    expect(definitions['people']?.properties['mood']).toEqual({
      type: 'string',
      format: 'public.mood',
      enum: ['calm', 'busy'],
      default: 'calm',
    })
    expect(definitions['tasks']?.properties['done']).toMatchObject({ type: 'boolean', default: false })
    expect(definitions['counters']?.properties).toMatchObject({
      label: { type: 'string', default: 'unnamed' },
      value: { type: 'integer', default: 7 },
    })
    expect(definitions['counters']?.properties['id']).not.toHaveProperty('default')
  })

  it('has the first line of the comment on the schema as its title, and what follows as description', async () => {
    const ofSide = async () => (await description({ headers: { 'accept-profile': 'side' } })).info
    expect(await ofSide()).toEqual({ title: 'side', description: '' })
    await bench.admin`comment on schema side is E'Things aside\n\nWhat lies\nbeside the rest.'`
    expect(await ofSide()).toEqual({ title: 'Things aside', description: 'What lies\nbeside the rest.' })
    await bench.admin`comment on schema side is null`
  })

  it('says which columns point at another table, one to one or by a view, too', async () => {
    const { definitions } = await description()
    const pointsAt = (table: string) =>
      `This is a Foreign Key to \`${table}.id\`.<fk table='${table}' column='id'/>`
    expect(definitions['passports']?.properties['person_id']?.['description']).toBe(
      `Note:\nThis is a Primary Key.<pk/>\n${pointsAt('people')}`,
    )
    expect(definitions['bookings']?.properties['room_id']?.['description']).toContain(pointsAt('rooms'))
    // A table goes before the views that show it.
    expect(definitions['tasks']?.properties['project_id']?.['description']).toContain(pointsAt('projects'))
    // A foreign key is noted at its own column, not at the column that it points at.
    expect(definitions['people']?.properties['id']?.['description']).toBe(
      'Note:\nThis is a Primary Key.<pk/>',
    )
  })

  it('names types as Postgres does: character, and lists of types with their schema', async () => {
    await bench.admin.unsafe(`
      create table public.codes (id integer primary key, code char(3), codes char(3)[], moods public.mood[]);
      grant select on public.codes to authenticated`)
    await bench.api.reloadSchema()
    const { definitions } = await description()
    expect(definitions['codes']?.properties).toMatchObject({
      code: { type: 'string', format: 'character', maxLength: 3 },
      codes: { type: 'array', items: { type: 'string' }, format: 'character[]' },
      moods: { type: 'array', items: { type: 'string' }, format: 'public.mood[]' },
    })
    await bench.admin`drop table public.codes`
    await bench.api.reloadSchema()
  })

  it('describes what requests bring, each parameter once', async () => {
    const { paths, parameters } = await description()
    expect(parameters).toMatchObject({
      'rowFilter.projects.name': { name: 'name', in: 'query', type: 'string', required: false },
      'body.projects': { name: 'projects', in: 'body', schema: { $ref: '#/definitions/projects' } },
      preferReturn: { enum: ['return=representation', 'return=minimal', 'return=none'] },
    })
    expect(paths['/projects']?.['patch']?.['parameters']).toContainEqual({
      $ref: '#/parameters/rowFilter.projects.name',
    })
    const named = JSON.stringify(paths).matchAll(/"#\/parameters\/([^"]+)"/g)
    for (const [, name = ''] of named) expect(Object.keys(parameters)).toContain(name)
  })

  it('describes a variadic argument as one that can be repeated', async () => {
    const { paths } = await description()
    expect(paths['/rpc/total']?.['get']?.['parameters']).toEqual([
      {
        name: 'numbers',
        in: 'query',
        required: true,
        type: 'array',
        collectionFormat: 'multi',
        items: { type: 'integer', format: 'int32' },
      },
    ])
  })

  it('describes functions, by GET where they only read', async () => {
    const { paths } = await description()
    expect(Object.keys(paths['/rpc/clock'] ?? {})).toEqual(['get', 'post'])
    expect(paths['/rpc/clock']?.['post']?.summary).toBe('Tells the time zone.')
    expect(Object.keys(paths['/rpc/add_counter'] ?? {})).toEqual(['post'])
  })

  it('describes to a caller only what the caller may use', async () => {
    const ours = await description()
    expect(ours.paths['/locked']).toBeUndefined()
    expect(Object.keys(ours.definitions['diaries']?.properties ?? {})).toEqual([
      'id',
      'author',
      'body',
      'hidden',
    ])
    const theirs = await description({ caller: ANON })
    expect(Object.keys(theirs.definitions).toSorted()).toEqual(['people', 'projects', 'tasks'])
    expect(Object.keys(theirs.paths['/projects'] ?? {})).toEqual(['get'])
    expect(JSON.stringify(theirs)).not.toMatch(/diaries|locked|plans|peek/)
  })

  it('describes the schema that is asked for', async () => {
    const { paths } = await description({ headers: { 'accept-profile': 'side' } })
    expect(Object.keys(paths)).toEqual(['/things', '/rpc/where'])
  })

  it('answers HEAD and OPTIONS, and nothing that writes', async () => {
    expect(await bench.request('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect((await bench.request('/', { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS,GET,HEAD')
    expect(await bench.request('/', { method: 'POST' })).toMatchObject({
      status: 405,
      json: { code: 'PGRST117' },
    })
    expect(await bench.request('/', { headers: { accept: 'text/html' } })).toMatchObject({ status: 406 })
  })
})

describe('the schema', () => {
  it('is read again when the database says so, and serves meanwhile', async () => {
    const sql = bench.admin
    expect(await bench.request('/novelties')).toMatchObject({ status: 404, json: { code: 'PGRST205' } })
    await sql`create table public.novelties (id integer primary key)`
    await sql`grant select on public.novelties to authenticated`
    await sql`notify pgrst, 'reload config'`
    await sql`notify pgrst, 'reload schema'`
    await vi.waitFor(async () => expect((await bench.request('/novelties')).json).toEqual([]), PATIENTLY)
    await sql`drop table public.novelties`
    await sql`notify pgrst`
    await vi.waitFor(
      async () => expect(await bench.request('/novelties')).toMatchObject({ json: { code: 'PGRST205' } }),
      PATIENTLY,
    )
  })

  it('is read again after the connection that listens was cut', async () => {
    const sql = bench.admin
    await sql`create table public.novelties (id integer primary key)`
    await sql`grant select on public.novelties to authenticated`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pgrst%' and pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect((await bench.request('/novelties')).json).toEqual([]), PATIENTLY)
    await sql`drop table public.novelties`
    await sql`notify pgrst, 'reload schema'`
    await vi.waitFor(
      async () => expect(await bench.request('/novelties')).toMatchObject({ json: { code: 'PGRST205' } }),
      PATIENTLY,
    )
  })
})
