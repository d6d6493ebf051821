import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { freePort } from '@cairn/testing/free-port'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { NoRealtime } from './support/no-realtime.ts'

const EXAMPLE = join(import.meta.dirname, 'example-project')
const ADA = { email: 'ada@notebooks.example', password: 'correct-horse' }
const SERVICE_KEY = `sb_secret_${'project'.padEnd(32, '0')}`

const noRealtime = { realtime: { transport: NoRealtime } }

const folder = mkdtempSync(join(tmpdir(), 'cairn-project-'))
let server: ServerProcess

/** A copy of the example, changed. */
function copyOf(name: string, change: (supabase: string) => void = () => {}): string {
  const root = join(folder, name)
  cpSync(EXAMPLE, root, { recursive: true })
  chmodSync(root, 0o755)
  change(join(root, 'supabase'))
  return root
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  const root = copyOf('served')
  const env = { CAIRN_DATA_DIR: join(root, '.cairn'), CAIRN_SERVICE_KEY: SERVICE_KEY }
  server = await startServerProcess(env, join(folder, 'said'), { parameters: ['--project', root] })
})

afterAll(async () => {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const client = (key = server.publishableKey) => createClient(server.url, key, noRealtime)

async function inDatabase<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({ ...server.admin(), ssl: false, max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

describe('a project of the Supabase CLI is served through the official client', () => {
  it('signs up a user, whose profile its trigger makes, and who owns what they write', async () => {
    const bea = client()
    const credentials = { email: 'bea@notebooks.example', password: 'sixsix' }
    const { data, error } = await bea.auth.signUp({ ...credentials, options: { data: { name: 'Bea' } } })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    const profile = await bea.from('profiles').select('name, token, digest').eq('id', data.user?.id).single()
    expect(profile.data).toEqual({
      name: 'Bea',
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const written = await bea.from('notebooks').insert({ title: 'Garden' }).select('title').single()
    expect(written).toMatchObject({ error: null, data: { title: 'Garden' } })
    expect((await client().from('notebooks').select()).data).toEqual([])
  })

  it('signs in a user of the seed, who has a profile too', async () => {
    const ada = client()
    expect((await ada.auth.signInWithPassword(ADA)).error).toBeNull()
    const own = await ada.from('profiles').select('name').eq('name', 'Ada')
    expect(own).toMatchObject({ error: null, data: [{ name: 'Ada' }] })
  })

  it('opens a table without grants by the default privileges, up to max_rows', async () => {
    const { data, error } = await client().from('shelf').select('label, mood').order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { label: 'one', mood: 'busy' },
      { label: 'two', mood: 'busy' },
    ])
  })

  it('keeps policies of storage and realtime: its own folder takes a cover, another does not', async () => {
    const refused = (name: string) =>
      inDatabase((sql) =>
        sql
          .begin(async (tx) => {
            await tx`set local role authenticated`
            await tx`select set_config('request.jwt.claims', '{"sub": "00000000-0000-0000-0000-00000000000a"}', true)`
            await tx`insert into storage.objects (bucket_id, name) values ('covers', ${name})`
          })
          .then(
            () => null,
            (error: unknown) => z.object({ code: z.string() }).parse(error).code,
          ),
      )
    expect(await refused('00000000-0000-0000-0000-00000000000b/cover.png')).toBe('42501')
    expect(await refused('00000000-0000-0000-0000-00000000000a/cover.exe')).toBe('42501')
    expect(await refused('00000000-0000-0000-0000-00000000000a/cover.png')).toBeNull()
    const policies = await inDatabase(
      (sql) => sql`select tablename from pg_policies where schemaname in ('storage', 'realtime') order by 1`,
    )
    expect([...policies]).toEqual([{ tablename: 'messages' }, { tablename: 'objects' }])
    const published = await inDatabase(
      (sql) => sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`,
    )
    expect([...published]).toEqual([{ tablename: 'notebooks' }])
  })

  it.each(['storage', 'realtime', 'graphql', 'functions'])('says that it has no %s', async (part) => {
    const answer = await fetch(`${server.url}/${part}/v1/anything`)
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({
      message: `This server has no ${part}. It serves /auth/v1 and /rest/v1.`,
    })
  })

  it('has none of Cairn: no page, no table, and pages of any origin may call', async () => {
    expect((await fetch(`${server.url}/`)).status).toBe(404)
    const { error } = await client(SERVICE_KEY).from('systems').select()
    expect(error?.code).toBe('PGRST205')
    const headers = { origin: 'http://notebooks.example', apikey: server.publishableKey }
    const answer = await fetch(`${server.url}/rest/v1/shelf`, { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('keeps its data over a restart, and is seeded once', async () => {
    await server.stop()
    await server.start()
    const { count } = await client(SERVICE_KEY).from('shelf').select('*', { count: 'exact', head: true })
    expect(count).toBe(3)
    expect((await client().auth.signInWithPassword(ADA)).error).toBeNull()
  })
})

describe('a project that cannot be served is refused in a sentence', () => {
  const start = async (root: string, ...more: string[]) => {
    const { code, said } = await startThatEnds({ PORT: String(await freePort()) }, [
      '--project',
      root,
      ...more,
    ])
    expect(said).not.toMatch(/\n\s+at /)
    return { code, said }
  }

  it('where there is no folder, or none of a project, and makes none', async () => {
    const gone = join(folder, 'gone')
    expect(await start(gone)).toEqual({ code: 1, said: `There is no folder ${gone}.\n` })
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const { code, said } = await start(empty)
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('is no project of the Supabase CLI'),
    })
    expect(existsSync(join(empty, '.cairn'))).toBe(false)
  })

  it('with a config.toml that is broken, or has a value that cannot be used', async () => {
    const broken = copyOf('broken', (supabase) => writeFileSync(join(supabase, 'config.toml'), '[api\n'))
    expect((await start(broken)).said).toMatch(/config\.toml: Invalid TOML/)
    const wrong = copyOf('wrong', (supabase) =>
      writeFileSync(join(supabase, 'config.toml'), '[auth]\njwt_expiry = "long"\n'),
    )
    expect((await start(wrong)).said).toMatch(
      /config\.toml: these settings cannot be used:\n {2}auth\.jwt_expiry: /,
    )
  })

  it('together with a question', async () => {
    const { code, said } = await start(EXAMPLE, '--check')
    expect({ code, said }).toEqual({ code: 1, said: '--check does not go together with --project.\n' })
  })

  it('with a migration that fails: file, line and reason, and nothing of it is left', async () => {
    const root = copyOf('failing', (supabase) =>
      writeFileSync(
        join(supabase, 'migrations', '20240304100000_wrong.sql'),
        'create table public.half (id int);\n\nselect 1 from nowhere;\n',
      ),
    )
    const file = join(root, 'supabase', 'migrations', '20240304100000_wrong.sql')
    const { code, said } = await start(root)
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`${file}:3: relation "nowhere" does not exist`),
    })
    writeFileSync(file, 'create table public.half (id int);\n')
    const again = await startServerProcess({ CAIRN_DATA_DIR: join(root, '.cairn') }, join(folder, 'again'), {
      parameters: ['--project', root],
    })
    const shelf = createClient(again.url, again.publishableKey, noRealtime).from('shelf')
    expect((await shelf.select('label')).data).toHaveLength(2)
    expect(await again.stop()).toBe(0)

    writeFileSync(file.replace('0304', '0305'), 'create extension vector with schema extensions;\n')
    expect((await start(root)).said).toContain(
      ':1: this Postgres does not have the extension vector, which the migration asks for.',
    )
    const { said: ofCairn } = await startThatEnds({ CAIRN_DATA_DIR: join(root, '.cairn') })
    expect(ofCairn).toContain('This database serves a project')
  })
})

it('the start says which settings come to nothing, what was left out, and the keys', async () => {
  const said = readFileSync(join(folder, 'said'), 'utf8')
  expect(said).toContain('config.toml: these settings have no effect here: api.made_up.\n')
  expect(said).toContain(
    'asks for the extension pg_graphql, which this Postgres does not have. It was left out',
  )
  expect(said).toContain(`Publishable key: ${server.publishableKey}\n`)
  expect(said).toContain('Service key: as set in CAIRN_SERVICE_KEY\n')
  expect(said).not.toContain(SERVICE_KEY)
})
