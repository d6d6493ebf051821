import { createServer, type RequestListener, type Server } from 'node:http'
import type { LookupFunction } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowedHosts } from '../src/guarded-fetch/allowed-hosts.ts'
import { createGuardedFetch, type GuardedRequest } from '../src/guarded-fetch/guarded-fetch.ts'

const HOST = 'receiver.inner'

let server: Server
let port: number
let answer: RequestListener
let lookedUp: string[]

beforeEach(async () => {
  lookedUp = []
  answer = (_request, response) => response.end('well received')
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = portOf(server)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function portOf(listening: Server): number {
  const bound = listening.address()
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port.')
  return bound.port
}

/** A resolver that gives each of these addresses in turn, and the last one for ever. */
function resolver(...addresses: string[]): LookupFunction {
  return (hostname, _options, callback) => {
    lookedUp.push(hostname)
    const address = addresses.length > 1 ? (addresses.shift() ?? '') : (addresses[0] ?? '')
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
}

const ask = (given: Partial<GuardedRequest> = {}): GuardedRequest => ({
  url: `http://${HOST}:${port}/hook`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  milliseconds: 2_000,
  bytes: 64,
  beyond: 'cut',
  ...given,
})

const local = (lookup = resolver('127.0.0.1')) =>
  createGuardedFetch({ allowed: allowedHosts([HOST]), lookup })

describe('a guarded fetch', () => {
  it('sends what it was given, no cookie and no credential', async () => {
    let seen: { headers: unknown; body: string } | null = null
    answer = async (request, response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      seen = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      response.writeHead(202).end('ok')
    }
    const given = await local()(ask())
    expect(seen).toEqual({
      headers: {
        host: `${HOST}:${port}`,
        'content-type': 'application/json',
        'content-length': '10',
        connection: 'close',
      },
      body: '{"a":"ü"}',
    })
    expect({ status: given.status, body: Buffer.from(given.body).toString() }).toEqual({
      status: 202,
      body: 'ok',
    })
  })

  it('follows no redirect', async () => {
    let calls = 0
    answer = (_request, response) => {
      calls += 1
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    }
    expect((await local()(ask())).status).toBe(302)
    expect(calls).toBe(1)
  })

  it.each([
    ['loopback', '127.0.0.1'],
    ['a private address', '10.0.0.1'],
    ['a mapped address', '::ffff:127.0.0.1'],
    ['the metadata of a cloud', '169.254.169.254'],
  ])('connects to no public name that stands for %s', async (_what, address) => {
    let calls = 0
    answer = (_request, response) => {
      calls += 1
      response.end()
    }
    const fetch = createGuardedFetch({ lookup: resolver(address) })
    await expect(fetch(ask({ url: 'https://public.example/hook' }))).rejects.toMatchObject({
      refusal: 'address_refused',
    })
    expect({ calls, lookedUp }).toEqual({ calls: 0, lookedUp: ['public.example'] })
  })

  it('connects to no metadata through a name that is allowed', async () => {
    await expect(local(resolver('169.254.169.254'))(ask())).rejects.toMatchObject({
      refusal: 'address_refused',
    })
  })

  it('looks a name up once, and asks the address that it checked', async () => {
    await local(resolver('127.0.0.1', '169.254.169.254'))(ask())
    expect(lookedUp).toEqual([HOST])
  })

  it('of a name that changes its address asks no inner one at the second call', async () => {
    const fetch = createGuardedFetch({
      allowed: allowedHosts([HOST]),
      lookup: resolver('127.0.0.1', '169.254.169.254'),
    })
    await fetch(ask())
    await expect(fetch(ask())).rejects.toMatchObject({ refusal: 'address_refused' })
  })

  it('of several addresses asks only those that it may', async () => {
    const fetch = createGuardedFetch({
      allowed: allowedHosts([HOST]),
      lookup: (_name, _options, callback) =>
        callback(null, [
          { address: '169.254.169.254', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    expect((await fetch(ask())).status).toBe(200)
  })

  it('reads no more of an endless answer than it was told', async () => {
    answer = (_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(1_000)));
      }
      response.on('drain', more)
      more()
    }
    expect((await local()(ask())).body).toHaveLength(64)
    await expect(local()(ask({ beyond: 'refuse' }))).rejects.toMatchObject({ refusal: 'too_long' })
  })

  it.each([
    ['never answers', () => {}],
    [
      'never ends its answer',
      (_request, response) => {
        response.write('x')
      },
    ],
  ] satisfies [string, RequestListener][])('gives up a host that %s', async (_what, listener) => {
    answer = listener
    await expect(local()(ask({ milliseconds: 100 }))).rejects.toMatchObject({ refusal: 'too_slow' })
  })

  it('says where a host is not there, or has no name', async () => {
    const nobody = createGuardedFetch({
      allowed: allowedHosts([HOST]),
      lookup: (_name, _options, callback) =>
        callback(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []),
    })
    await expect(nobody(ask())).rejects.toMatchObject({ refusal: 'unknown_host' })
    answer = (request) => request.socket.destroy()
    await expect(local()(ask())).rejects.toMatchObject({ refusal: 'unreachable' })
  })
})
