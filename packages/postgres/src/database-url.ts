import { readFileSync } from 'node:fs'
import type { ConnectionTarget } from './pool.ts'
import { parseTls } from './tls.ts'

const EXAMPLE = 'postgres://user:password@host:5432/database'

/**
 * Reads a `postgres://user:password@host:port/database?sslmode=…` address, and the file of its `sslrootcert`.
 *
 * Throws an error that says what is wrong with it, to be read after the name of the setting; it never repeats the
 * password.
 */
export function parseDatabaseUrl(address: string): ConnectionTarget {
  if (!URL.canParse(address)) throw new Error(`must be an address such as ${EXAMPLE}`)
  const url = new URL(address)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new Error('must begin with postgres:// or postgresql://')
  }
  const database = decoded(url.pathname.slice(1))
  return {
    host: url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database: database === '' ? 'postgres' : database,
    user: decoded(url.username) || 'postgres',
    password: decoded(url.password),
    tls: parseTls(url.searchParams, (path) => readFileSync(path, 'utf8')),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new Error('has a % that begins no escape: write it as %25', { cause })
  }
}
