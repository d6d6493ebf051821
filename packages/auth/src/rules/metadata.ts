import type { Metadata } from '../model/account.ts'

const MAX_BYTES = 8_192
/** All of it travels in every access token, of fewer than 4 kB: policies may read any of it, so nothing can be left out. */
const MAX_APP_BYTES = 2_000
const MAX_DEPTH = 16

/**
 * Why metadata cannot be stored; null when it can. Postgres refuses NUL and lone surrogates, and depth or size without
 * limit would travel in every access token.
 */
export function metadataProblem(metadata: Metadata): string | null {
  if (depthExceeds(metadata, MAX_DEPTH))
    return `User metadata cannot be nested deeper than ${MAX_DEPTH} levels`
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > MAX_BYTES) return `User metadata cannot be larger than ${MAX_BYTES} bytes`
  // JSON.stringify writes both as escapes; an even number of backslashes before them would be text about escapes.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/i.test(text)) {
    return 'User metadata contains characters that cannot be stored'
  }
  return null
}

/** Why `app_metadata` cannot be stored; null when it can. It is smaller than that of users, and all of it in their tokens. */
export function appMetadataProblem(metadata: Metadata): string | null {
  const problem = metadataProblem(metadata)
  if (problem !== null) return problem.replace('User', 'App')
  return Buffer.byteLength(JSON.stringify(metadata)) > MAX_APP_BYTES
    ? `App metadata cannot be larger than ${MAX_APP_BYTES} bytes: all of it travels in access tokens`
    : null
}

function depthExceeds(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.values(value).some((inner) => depthExceeds(inner, depth - 1))
}

/** Applies changes key by key; null takes a key away. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}
