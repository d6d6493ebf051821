import { CATALOGUE_TABLES } from '@cairn/workspace/port/records/catalogues'

/** A first request that a token may make, as a line of a shell: a few records of the first catalogue that it reads. */
export function firstRequest(origin: string, token: string, scopes: readonly string[]): string {
  const table = CATALOGUE_TABLES.find((name) => scopes.some((scope) => scope.startsWith(`${name}:`)))
  const path = table === undefined ? '/auth/v1/user' : `/rest/v1/${table}?select=id,name,status&limit=5`
  return `curl -H 'Authorization: Bearer ${token}' \\\n  '${origin}${path}'`
}
