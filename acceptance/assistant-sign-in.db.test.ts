import { arrangePerson } from '@cairn/testing/people'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn, type SignedIn } from './support/cairn.ts'
import { type ConnectedAssistant, connectedBy } from './support/oauth-assistant.ts'
import { visit } from './support/oauth-person.ts'

let cairn: Cairn
let ada: SignedIn
let ledger: string
let desk: ConnectedAssistant

beforeAll(async () => {
  cairn = await openCairn({ OAUTH_DYNAMIC_REGISTRATION: 'on' })
  ada = await cairn.signedIn(await arrangePerson(cairn.database, { email: 'ada@acme.example', name: 'Ada' }))
  const { data, error } = await ada.client
    .from('systems')
    .insert({ name: 'Ledger', description: 'Books.' })
    .select('id')
    .single()
  if (error !== null) throw error
  ledger = z.object({ id: z.string() }).parse(data).id
  desk = await connectedBy(ada.client, cairn.server.url)
})

afterAll(async () => {
  await desk?.assistant.close()
  await cairn?.close()
})

const list = () => desk.assistant.callTool({ name: 'list_records', arguments: { kind: 'system' } })

it('an assistant is led by a refusal to where the person is asked, for this address and for these scopes', () => {
  expect(desk.asked.href).toContain(`${cairn.server.url}/auth/v1/oauth/authorize?`)
  expect(desk.asked.searchParams.get('resource')).toBe(`${cairn.server.url}/mcp`)
  expect(desk.asked.searchParams.get('scope')).toBe(
    'systems:read automations:read agents:read solutions:read people:read offline_access',
  )
})

it('it calls a tool as the person', async () => {
  expect((await list()).structuredContent).toMatchObject({ total: 1, records: [{ name: 'Ledger' }] })
})

it('it does no more than it was allowed', async () => {
  const { assistant } = await connectedBy(ada.client, cairn.server.url, 'systems:read')
  const ask = (kind: string) => assistant.callTool({ name: 'get_record', arguments: { kind, id: ledger } })
  expect((await ask('system')).structuredContent).toMatchObject({ name: 'Ledger' })
  expect(await ask('agent')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('agents:read') }],
  })
  await assistant.close()
})

it('it signs in by its metadata document, where it has one', async () => {
  const document = 'https://desk.example.com/client.json'
  // As if it had been read just now: the tests have no public host.
  await cairn.database`
    insert into auth.oauth_clients (
      registration_type, metadata_url, metadata_read_at, token_endpoint_auth_method, client_name, redirect_uris, grant_types
    ) values (
      'document', ${document}, now(), 'none', 'Desk Assistant', '{http://127.0.0.1/callback}',
      '{authorization_code,refresh_token}'
    )`
  const { assistant, asked, clientId } = await connectedBy(ada.client, cairn.server.url, null, document)
  expect(clientId).toBe(document)
  const answer = await assistant.callTool({ name: 'list_records', arguments: { kind: 'system' } })
  expect(answer.structuredContent).toMatchObject({ total: 1 })
  await assistant.close()
  asked.searchParams.set('scope', 'everything')
  expect((await visit(asked)).href).toBe(`${cairn.server.url}/oauth/consent?problem=invalid_scope`)
})

it('the audit log names the tool, the app and the person', async () => {
  await list()
  const entries = await cairn.database`
    select user_id, resource_id, details from public.security_audit_log
    where action = 'assistant_tool_called' order by created_at desc limit 1`
  expect(entries).toMatchObject([
    { user_id: ada.userId, resource_id: 'list_records', details: { client_id: desk.clientId } },
  ])
})

it('its token opens nothing at the address for data', async () => {
  const answer = await cairn.send({
    path: '/rest/v1/systems?select=id',
    headers: { authorization: `Bearer ${desk.accessToken}` },
  })
  expect(answer.status).toBe(401)
})

it('once the person ends it, it is refused at once', async () => {
  const { error } = await ada.client.auth.oauth.revokeGrant({ clientId: desk.clientId })
  expect(error).toBeNull()
  const answer = await cairn.send({
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${desk.accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
  await expect(list()).rejects.toThrow()
})
