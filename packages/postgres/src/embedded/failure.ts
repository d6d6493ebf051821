import { closeSync, openSync, readSync } from 'node:fs'

const MOST_BYTES = 64 * 1024

/** Why Postgres ended, in its own words, from the part of its log that begins at `offset`; null when it does not say. */
export function failureIn(log: string, offset: number): string | null {
  return lastFailure(readFrom(log, offset))
}

/** The last failure in what one of Postgres's programs wrote, with the detail that follows it. */
export function lastFailure(text: string): string | null {
  const lines = text.split('\n')
  const at = lines.findLastIndex((line) => FAILURE.test(line))
  const line = lines[at]
  if (line === undefined) return null
  const detail = lines[at + 1]?.match(/DETAIL:\s+(.*)/)?.[1]
  const message = line.replace(FAILURE, '').trim()
  return (detail === undefined ? message : `${message} (${detail})`).replace(/\.(?=\)?$)/, '')
}

/** Before it has a log, Postgres says its own name instead. */
const FAILURE = /^(?:.*?\b(?:FATAL|PANIC|error)|postgres):\s+/

function readFrom(path: string, offset: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_BYTES, offset))
  } finally {
    closeSync(file)
  }
}
