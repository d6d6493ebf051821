import { badCharacters, noSuchPath, tooComplex, urlTooLong } from '../errors/request-errors.ts'
import { LIMITS } from './limits.ts'
import { isPlainPath } from './plain-path.ts'

/** A path below the API's root and its query, decoded. */
export interface Target {
  segments: readonly string[]
  parameters: readonly (readonly [string, string])[]
}

/**
 * Decodes a request target. Throws for bytes that are no text, for NUL, for too much of it, and for a path that could be
 * written more plainly: a resource has one address.
 */
export function parseTarget(target: string): Target {
  if (target.length > LIMITS.urlLength) throw urlTooLong()
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark + 1)
  return {
    segments: segmentsOf(path),
    parameters: query === '' ? [] : parseQuery(query),
  }
}

/** Returns the names in a path. Refuses a path as unknown that is not plain, has an encoded slash, or ends with a slash. */
function segmentsOf(path: string): string[] {
  if (path === '' || path === '/') return []
  if (!isPlainPath(path) || /%2f|\/$/i.test(path)) throw noSuchPath()
  return path.slice(1).split('/').map(decode)
}

/** Keys and values in the order of the query. What has no `=` asks for nothing. */
function parseQuery(query: string): [string, string][] {
  const parts = query.split('&').filter((part) => part.includes('='))
  if (parts.length > LIMITS.queryParameters) {
    throw tooComplex(`A URL has at most ${LIMITS.queryParameters} parameters.`)
  }
  return parts.map((part) => {
    const mark = part.indexOf('=')
    return [decodeForm(part.slice(0, mark)), decodeForm(part.slice(mark + 1))]
  })
}

/** The query in the order of its keys, so that equal requests have the same address. */
export function canonical(parameters: Target['parameters']): string {
  return new URLSearchParams(parameters.map(([key, value]): [string, string] => [key, value]))
    .toString()
    .split('&')
    .toSorted()
    .join('&')
}

/** NUL, and halves of surrogate pairs. */
const NO_TEXT = /[\0\ud800-\udfff]/u

function decodeForm(text: string): string {
  return decode(text.replaceAll('+', ' '))
}

/** A percent sign that begins no byte is meant as it is: `like.%plan%`. */
const BARE_PERCENT = /%(?![\da-f]{2})/gi

function decode(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll(BARE_PERCENT, '%25'))
  } catch {
    throw badCharacters()
  }
  if (NO_TEXT.test(decoded)) throw badCharacters()
  return decoded
}
