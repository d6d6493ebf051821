import { randomInt } from 'node:crypto'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { casesToTry } from '@cairn/testing/tier'
import type { Workspace } from '@cairn/workspace/port/workspace'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { createServiceClient } from '@/workspace/supabase/client/client.ts'
import { createWorkspace } from '@/workspace/supabase/workspace.ts'
import type { Account } from './acts.ts'
import { expectModel } from './compared.ts'
import type { Actor, Model } from './model.ts'
import { FIRST_ACTS, firstModel, randomAct } from './random-acts.ts'

const RUNS = casesToTry('MODEL_RUNS', { once: 12, repeated: 40 })
/** About a third of them turn out to be impossible. */
const ACTS = 60
const seed = Number(process.env['MODEL_SEED'] ?? randomInt(2 ** 31))

let server: ServerProcess
let database: postgres.Sql
let workspaces: Readonly<Record<Actor, Workspace>>
let accountId = ''
/** Members and tags, by their names. */
const known = new Map<string, string>()

beforeAll(async () => {
  startTranslations()
  // The official client looks for one when it is made; nothing here opens it.
  vi.stubGlobal('WebSocket', class {})
  server = await startServerProcess()
  database = postgres({ ...server.admin(), ssl: false, max: 1 })
  workspaces = { Ada: await signedIn('Ada'), Max: await signedIn('Max') }
  const { account } = await workspaces.Ada.membership.mine()
  accountId = account?.id ?? ''
  for (const name of ['blue', 'green'])
    known.set(name, (await workspaces.Ada.tags.add({ name, color: 'blue' })).id)
})

afterAll(async () => {
  await database?.end()
  await server?.dispose()
})

async function signedIn(name: Actor): Promise<Workspace> {
  const { id, email } = await arrangePerson(database, {
    ...{ email: `${name}@model.example`.toLowerCase(), name },
    ...(name === 'Max' && { level: 'manager' }),
  })
  known.set(name, id)
  const client = createServiceClient({ url: server.url, key: server.publishableKey })
  const { error } = await client.supabase.auth.signInWithPassword({ email, password: PASSWORD })
  if (error !== null) throw error
  return createWorkspace(async () => client, server.url)
}

/** An account without records, with every field as at first, of which Leo is a member again. */
async function arrange({ fields }: Model): Promise<Account> {
  await database`delete from public.systems`
  await database`delete from public.binned_records`
  await database`delete from public.record_history`
  await database`delete from public.acts`
  await database`delete from public.own_fields`
  await database`delete from auth.users where email like 'leo.%'`
  const email = `leo.${crypto.randomUUID()}@model.example`
  const leo = await arrangePerson(database, { email, name: 'Leo', level: 'user' })
  for (const [place, { name, type, choices }] of [...fields.values()].entries())
    await database`
      insert into public.own_fields (account_id, kind, name, type, choices, place)
      values (
        ${accountId}, 'system', ${name}, ${type}, ${database.json(choices.map((id) => ({ id, name: id })))}, ${place}
      )`
  const definitions = await workspaces.Ada.ownFields.list()
  const ids = new Map([...known, ['Leo', leo.id]])
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  return {
    as: (by) => workspaces[by],
    idOf: (name) => ids.get(name) ?? name,
    nameOf: (id) => names.get(id) ?? id,
    note(name, id) {
      ids.set(name, id)
      names.set(id, name)
    },
    seen: new Map(),
    definitions: new Map(definitions.map((field) => [`own.${field.key}`, field])),
    acts: [],
  }
}

it(`whatever is done, records, history and bin are what a plain model says (MODEL_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(fc.commands([randomAct], { maxCommands: ACTS, size: 'max', disableReplayLog: true })),
      async (acts) => {
        const model = firstModel()
        const account = await arrange(model)
        for (const each of FIRST_ACTS) await each.run(model, account)
        await fc.asyncModelRun(() => ({ model, real: account }), acts)
        await expectModel(model, account)
      },
    ),
    { seed, numRuns: RUNS },
  )
})
