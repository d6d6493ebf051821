import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'

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
