import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Outbox } from './serve.ts'

/**
 * Makes the folder in which mails are kept while no mail server is configured, with a key for this start: a new one, or
 * that which the processes of a start share.
 */
export function openOutbox(dataDir: string, key: string = newKey()): Outbox {
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { folder, key }
}

const newKey = () => randomBytes(24).toString('base64url')
