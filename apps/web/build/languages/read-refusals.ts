import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FILE = join(import.meta.dirname, '../../../../packages/workspace/src/languages/refusals.json')

/** Reads the English sentences of the database's refusals, by their codes. */
export const readRefusals = (): Readonly<Record<string, string>> =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(FILE, 'utf8')))
