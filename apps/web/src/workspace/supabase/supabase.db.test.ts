import { codeOfApp } from '@cairn/testing/authenticator'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { workspaceContract } from '@cairn/workspace/contract/workspace-contract'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import postgres from 'postgres'
import { afterAll, beforeAll, vi } from 'vitest'
import { createServiceClient, type ServiceClient } from './client/client.ts'
import { createWorkspace } from './workspace.ts'

/** The fields that a record of a kind requires beside its name. */
const REQUIRED: Partial<Record<CatalogueKind, Record<string, string>>> = {
  agent: { platform: 'Custom' },
  automation: { source: 'Other' },
}

/** The adapter against a running server, as an admin with two notifications, in an account with two records of each kind. */
let server: ServerProcess
let client: ServiceClient

beforeAll(async () => {
  // The official client looks for one when it is made; nothing here opens it.
  vi.stubGlobal('WebSocket', class {})
  server = await startServerProcess()
  const database = postgres({ ...server.admin(), ssl: false, max: 1 })
  const admin = await arrangePerson(database, { email: 'ada@contract.example', name: 'Ada Example' })
  const [account] = await database<{ account_id: string }[]>`
    select account_id from public.account_members where user_id = ${admin.id}`
  for (const name of ['Payroll', 'Billing']) {
    const base = { account_id: account?.account_id ?? '', name, created_by: admin.id }
    for (const kind of CATALOGUE_KINDS)
      await database`
        insert into public.${database(CATALOGUES[kind].table)} ${database({ ...base, ...REQUIRED[kind] })}`
  }
  for (const number of [1, 2]) {
    await database`
      insert into public.notifications (account_id, user_id, number, kind, in_app, mail_due)
      values (${account?.account_id ?? ''}, ${admin.id}, ${number}, 'level_changed', true, false)`
  }
  await database.end()
  client = createServiceClient({ url: server.url, key: server.publishableKey })
  const { error } = await client.supabase.auth.signInWithPassword({ email: admin.email, password: PASSWORD })
  if (error !== null) throw error
})

afterAll(() => server.dispose())

workspaceContract({
  name: 'The adapter for people who are signed in',
  open: () => createWorkspace(async () => client, server.url),
  keepsWrites: true,
  codeOfApp,
})
