import { readFileSync } from 'node:fs'
import type { Endpoint } from '../wire/dial.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { parseTls } from '../wire/tls.ts'

const EXAMPLE = 'postgres://user:password@host:5432/database'

/**
 * Reads a `postgres://user:password@host:port/database?sslmode=…` address, and the file of its `sslrootcert`. Several
 * hosts, with commas between them, are addresses of the same database.
 *
 * Throws an error that says what is wrong with it, to be read after the name of the setting; it never repeats the
 * password.
 */
export function parseDatabaseUrl(address: string): ConnectionTarget {
  const urls = eachHost(address).map((one) => {
    if (!URL.canParse(one)) throw new Error(`must be an address such as ${EXAMPLE}`)
    return new URL(one)
  })
  const [url] = urls
  if (url === undefined) throw new Error(`must be an address such as ${EXAMPLE}`)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Error('must begin with postgres:// or postgresql://')
  }
  const database = decoded(url.pathname.slice(1))
  const [first = { host: url.hostname, port: 5432 }, ...others] = urls.flatMap(endpointsOf)
  return {
    ...first,
    ...(others.length === 0 ? {} : { others }),
    database: database === '' ? 'postgres' : database,
    user: decoded(url.username) || 'postgres',
    password: decoded(url.password),
    tls: parseTls(url.searchParams, (path) => readFileSync(path, 'utf8')),
  }
}

/** The address once for each of its hosts: `postgres://user@one:5432,two/database` is no URL, but libpq knows it. */
function eachHost(address: string): string[] {
  const [, head, hosts, tail] = /^([^:/?#]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? []
  if (head === undefined || hosts === undefined || tail === undefined) return [address]
  return hosts.split(',').map((host) => head + host + tail)
}

/** The parameter `host` goes before the authority, as for libpq: so a folder with a Unix socket can be named. */
function endpointsOf(url: URL, index: number): Endpoint[] {
  const port = url.port === '' ? 5432 : Number(url.port)
  const named = url.searchParams.get('host')
  if (named === null) return [{ host: url.hostname.replace(/^\[|\]$/g, ''), port }]
  return index === 0 ? named.split(',').map((host) => ({ host, port })) : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new Error('has a % that begins no escape: write it as %25', { cause })
  }
}
