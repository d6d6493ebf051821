import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Cairn } from './test.ts'

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), scope: z.string() })

type Tokens = z.infer<typeof tokens>

/** A program of a third party: a small server that sends a person to Cairn, and to which the person returns. */
export interface OAuthApp {
  /** The address where a person begins. */
  address: string
  /** The address to which it sends a person from there. */
  request(): Promise<string>
  /** The parameters of the last answer in the address. */
  answer(): URLSearchParams | null
  /** Exchanges the code of the last answer. */
  exchange(): Promise<Tokens>
  /** Reads with a token and nothing else. */
  read(path: string, token: string): Promise<Response>
  refresh(token: string): Promise<Response>
  close(): Promise<void>
}

/** Starts an app that requests these scopes; Cairn knows it as one that registered itself. */
export async function openOAuthApp(
  cairn: Cairn,
  { name, scope }: { name: string; scope: string },
): Promise<OAuthApp> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  let last: URLSearchParams | null = null
  let clientId = ''
  const issuer = `${cairn.server.url}/auth/v1`

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address)
    if (url.pathname === '/callback') {
      last = url.searchParams
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><title>${name}</title><link rel="icon" href="data:,"><h1>Back at ${name}</h1>`,
      )
      return
    }
    const asked = new URL(`${issuer}/oauth/authorize`)
    asked.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${address}/callback`,
      response_type: 'code',
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    response.writeHead(302, { location: asked.href }).end()
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = `http://127.0.0.1:${portOf(server.address())}`
  const [row] = await cairn.database<[{ id: string }]>`
    insert into auth.oauth_clients (registration_type, token_endpoint_auth_method, client_name, redirect_uris, grant_types)
    values ('dynamic', 'none', ${name}, ${[`${address}/callback`]}, '{authorization_code,refresh_token}')
    returning id`
  clientId = row.id

  const post = (fields: Record<string, string>) =>
    fetch(`${issuer}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...fields }),
    })
  return {
    address,
    request: async () => (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '',
    answer: () => last,
    async exchange() {
      const given = {
        grant_type: 'authorization_code',
        code: last?.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: `${address}/callback`,
      }
      return tokens.parse(await (await post(given)).json())
    },
    read: (path, token) =>
      fetch(`${cairn.server.url}/rest/v1${path}`, { headers: { authorization: `Bearer ${token}` } }),
    refresh: (token) => post({ grant_type: 'refresh_token', refresh_token: token }),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The app has no port.')
  return address.port
}
