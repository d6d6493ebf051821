import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'

/** How many transactions pgbench has done, and how many a second. Throws where it does not say so. */
export function transactionsIn(printed: string): { done: number; perSecond: number } {
  const done = Number(/transactions actually processed: (\d+)/.exec(printed)?.[1])
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1])
  if (!(done > 0 && perSecond > 0)) throw new Error(`pgbench has done no transaction:\n${printed}`)
  return { done, perSecond }
}

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

interface Run {
  /** The path of what each transaction does. */
  script: string
  connections: number
  seconds: number
  options?: readonly string[]
}

/** Runs a script over so many connections; resolves with what pgbench prints. */
export function pgbench(
  { host, port, user, password, database }: ConnectionTarget,
  { script, connections, seconds, options = [] }: Run,
): Promise<{ stdout: string; stderr: string }> {
  const given = ['-n', '-c', String(connections), '-j', '2', '-T', String(seconds), ...options, '-f', script]
  return promisify(execFile)('pgbench', [...given, database], {
    env: { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
  })
}
