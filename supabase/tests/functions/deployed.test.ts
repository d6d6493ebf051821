import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The functions as Supabase's runtime loads them: its global, its environment, its network. */
interface Runtime {
  handle(request: Request): Promise<Response>
  fetched: Request[]
}

async function load(
  name: 'validate-invitation' | 'accept-invitation' | 'export' | 'ping',
  environment: Record<string, string>,
): Promise<Runtime> {
  const fetched: Request[] = []
  const served: Runtime['handle'][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    fetched.push(new Request(url, init))
    return Response.json({ valid: true })
  })
  vi.stubGlobal('Deno', {
    env: { get: (key: string) => environment[key] },
    serve: (handle: Runtime['handle']) => served.push(handle),
  })
  await import(`../../functions/${name}/index.ts`)
  const [handle] = served
  if (handle === undefined) throw new Error('Nothing is served.')
  return { handle, fetched }
}

const ENVIRONMENT = { SUPABASE_URL: 'https://project.test', SUPABASE_ANON_KEY: 'anon-key' }
const post = (headers: Record<string, string>) =>
  new Request('https://project.test/functions/v1/x', {
    method: 'POST',
    headers,
    body: '{"token":"t","userEmail":"a@b.test"}',
  })

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('asks the procedure with the caller’s own token, key and address', async () => {
  const { handle, fetched } = await load('accept-invitation', ENVIRONMENT)
  await handle(
    post({ authorization: 'Bearer mine', apikey: 'key', 'x-forwarded-for': '192.0.2.1', cookie: 'x' }),
  )
  const [request] = fetched
  expect(request).toMatchObject({
    method: 'POST',
    url: 'https://project.test/rest/v1/rpc/accept_invitation',
  })
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    authorization: 'Bearer mine',
    apikey: 'key',
    'x-forwarded-for': '192.0.2.1',
  })
  expect(await request?.json()).toEqual({ token_param: 't', user_email_param: 'a@b.test' })
})

it('exports what its caller may read', async () => {
  const { handle, fetched } = await load('export', ENVIRONMENT)
  const columns = [{ key: 'name', head: 'Name', type: 'text' }]
  const body = JSON.stringify({ kind: 'system', format: 'csv', columns, list: { query: 'led' } })
  const headers = { authorization: 'Bearer mine', apikey: 'key' }
  await handle(new Request('https://project.test/functions/v1/export', { method: 'POST', headers, body }))
  expect(fetched[0]?.url).toBe('https://project.test/rest/v1/rpc/begin_export')
  expect(fetched[0]?.headers.get('authorization')).toBe('Bearer mine')
  expect(await fetched[0]?.json()).toEqual({ kind: 'system', format: 'csv', query: 'led' })
})

it('calls a heartbeat as nobody, from the address of the caller', async () => {
  const { handle, fetched } = await load('ping', ENVIRONMENT)
  const headers = { authorization: 'Bearer mine', 'x-forwarded-for': '192.0.2.1' }
  const answer = await handle(
    new Request('https://project.test/ping/4f1c/fail', { method: 'POST', headers, body: 'No file.' }),
  )
  expect(await answer.text()).toBe('OK')
  expect(fetched[0]?.url).toBe('https://project.test/rest/v1/rpc/ping')
  expect(Object.fromEntries(fetched[0]?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    apikey: 'anon-key',
    'x-forwarded-for': '192.0.2.1',
  })
  expect(await fetched[0]?.json()).toEqual({
    token: '4f1c',
    name: null,
    action: 'fail',
    rid: null,
    note: 'No file.',
  })
})

it('acts as a visitor for a request without a token', async () => {
  const { handle, fetched } = await load('validate-invitation', ENVIRONMENT)
  await handle(post({}))
  expect(Object.fromEntries(fetched[0]?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    apikey: 'anon-key',
  })
})

it('lets pages of any origin call, without cookies', async () => {
  const { handle, fetched } = await load('validate-invitation', ENVIRONMENT)
  const preflight = await handle(new Request('https://project.test/', { method: 'OPTIONS' }))
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(fetched).toHaveLength(0)
  for (const answer of [
    preflight,
    await handle(post({})),
    await handle(new Request('https://project.test/')),
  ]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
  }
})

it('does not begin without its environment', async () => {
  await expect(load('validate-invitation', {})).rejects.toThrow('SUPABASE_URL is not set.')
})
