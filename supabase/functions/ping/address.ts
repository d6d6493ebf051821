/** The parts of an address: `/<token>[/<name>][/<action>]`, below the path where calls arrive. */
export interface Ping {
  token: string
  /** The name of a record, which follows the token of an account. */
  name: string | null
  /** success, start, fail, log, or an exit code. */
  action: string
  /** The id that the caller gives a run, to pair its start and end. */
  rid: string | null
}

/** The reasons why an address is invalid. Whether its token is known is not checked here. */
export type NoPing = 'not found' | 'invalid url format'

/** The form of a token; other texts are none, whatever the database holds. */
const TOKEN = /^[\w-]{1,100}$/
const MOST_CHARACTERS = 120
const ACTION = /^(?:start|fail|log|\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/
/** An exit code that no run keeps: Windows has negative ones, and some beyond 255. */
const CODE_OF_WINDOWS = /^(?:-[1-9]\d{0,9}|[1-9]\d{2,9})$/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** The character that no text of Postgres can hold. */
const NUL = '\0'

/**
 * Reads the address of a call, from behind the token's slash. A single word after the token is an action where it is
 * one and else a name; two are a name and an action. An exit code below 0 or beyond 255 says that the run failed. Only
 * the database knows the owner of the token.
 */
export function pingOf(path: string, query: URLSearchParams): Ping | NoPing {
  const words = decoded(path.replace(/\/$/, '').split('/'))
  if (words === null) return 'invalid url format'
  const [token = '', ...rest] = words
  if (!TOKEN.test(token)) return 'not found'
  const asked = askedBy(rest)
  const rid = query.get('rid')
  if (asked === null || (rid !== null && !UUID.test(rid))) return 'invalid url format'
  return { token, ...asked, rid }
}

function askedBy(words: readonly string[]): Pick<Ping, 'name' | 'action'> | null {
  const [first, second, ...more] = words
  if (first === undefined) return { name: null, action: 'success' }
  const only = second === undefined ? actionOf(first) : null
  if (only !== null) return { name: null, action: only }
  const action = second === undefined ? 'success' : actionOf(second)
  return isName(first) && action !== null && more.length === 0 ? { name: first, action } : null
}

function actionOf(word: string): string | null {
  if (ACTION.test(word)) return word
  return CODE_OF_WINDOWS.test(word) ? 'fail' : null
}

function isName(text: string): boolean {
  return text.trim() !== '' && [...text].length <= MOST_CHARACTERS && !text.includes(NUL)
}

/** Decodes the segments of a path; null where one of them is no text. */
function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return null
  }
}
