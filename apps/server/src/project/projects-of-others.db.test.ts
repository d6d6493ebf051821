import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Patience } from '@cairn/postgres/start/patience'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { readProject } from './project-config.ts'
import { contentsOf } from './project-contents.ts'
import { findProject } from './project-folder.ts'
import { REFUSED, SERVED } from './projects-of-others.cases.ts'

const PATIENCE: Patience = { withinMs: 10_000, onWait: () => {} }

const folder = mkdtempSync(join(tmpdir(), 'projects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Brings a project into a database of its own, as its start does. Returns what the start says, and the database. */
async function brought(name: string, files: Readonly<Record<string, string>>) {
  const root = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'supabase', path)), { recursive: true })
    writeFileSync(join(root, 'supabase', path), text)
  }
  const found = findProject(root, {})
  const project = readProject(found, {})
  const said = [...project.notices]
  const database = await testDatabase('roles')
  const contents = contentsOf(found, project, (sentence) => said.push(sentence))
  const sql = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  async function close() {
    await sql.end()
    await database.drop()
  }
  try {
    await contents.upgrade(database.admin, PATIENCE)
  } catch (error) {
    await close()
    throw error
  }
  const again = () => contents.upgrade(database.admin, PATIENCE)
  return { said, sql, again, close }
}

describe('a project in the manner of a public example', () => {
  it.each(Object.keys(SERVED))('is brought into the database: %s', async (name) => {
    const { again, close } = await brought(name, SERVED[name] ?? {})
    expect(await again()).toEqual([])
    await close()
  })

  it('has its jobs, requests and secrets recorded, and each start says that none is run, sent or kept', async () => {
    const job = await brought('recorded', SERVED['a function that a job calls'] ?? {})
    const sentences = [
      'Jobs (invoke-digest-every-minute, 0 3 * * *) are recorded in cron.job and not run: this Postgres does not have the extension pg_cron.',
      'Secrets (project_url) are named in vault.secrets, and their values are not kept: this Postgres does not have the extension supabase_vault.',
      'Requests of net.http_post and its like are recorded in net.http_request_queue and not sent: this Postgres does not have the extension pg_net.',
    ]
    expect(job.said).toEqual(expect.arrayContaining(sentences))
    job.said.length = 0
    await job.again()
    expect(job.said).toEqual(expect.arrayContaining(sentences))
    const [request] = await job.sql`
      select method, url, convert_from(body, 'UTF8')::jsonb ->> 'table' as "table" from net.http_request_queue`
    expect(request).toEqual({ method: 'POST', url: 'https://example.org/hook', table: 'digests' })
    expect(await job.sql`select name, secret, decrypted_secret from vault.decrypted_secrets`).toEqual([
      { name: 'project_url', secret: null, decrypted_secret: null },
    ])
    await job.close()
  })

  it('cannot fill the database with requests, and nobody but the owner reads them', async () => {
    const { sql, close } = await brought('many', SERVED['a function that a job calls'] ?? {})
    await sql`select net.http_get('https://example.org') from generate_series(1, 1100)`
    expect(await sql`select from net.http_request_queue`).toHaveLength(1_000)
    for (const role of ['anon', 'authenticated']) {
      const read = sql.begin(async (tx) => {
        await tx`select set_config('role', ${role}, true)`
        await tx`select net.http_get('https://example.org')`
        await tx`select from net.http_request_queue`
      })
      await expect(read).rejects.toMatchObject({ code: '42501' })
    }
    await close()
  })

  it.each(REFUSED)('is refused in a sentence where it needs more: %s', async (name, migration, sentence) => {
    const files = { 'migrations/20240101000000_more.sql': migration }
    await expect(brought(name, files)).rejects.toThrow(sentence)
  })
})
