/** Where a secret is part of the address: heartbeats, and the function that takes their calls on any Supabase. */
const SECRET = /^(\/+(?:p|functions\/v1\/ping)\/).+$/is

/** API tokens and keys of sources, which have no place in an address. */
const MISPLACED = /cairn(?:_|%5f)[^/]*/gi

/** A path without the secret in it: who reads the log shall not be able to call. */
export function withoutTokens(path: string): string {
  return path.replace(SECRET, '$1***').replace(MISPLACED, 'cairn_***')
}
