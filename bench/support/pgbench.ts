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

/** The lines of progress that pgbench prints: the transactions of each second. */
export const progressIn = (printed: string): { second: number; perSecond: number }[] =>
  [...printed.matchAll(/progress: ([\d.]+) s, ([\d.]+) tps/g)].map(([, second, perSecond]) => ({
    second: Math.round(Number(second)),
    perSecond: Number(perSecond),
  }))

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

interface Run {
  /** The path of what each transaction does. */
  script: string
  connections: number
  seconds: number
  options?: readonly string[]
  /** Receives the seconds since the beginning, once a second where the options ask for it (`-P 1`). */
  onSecond?: (second: number) => void
}

/** Runs a script over so many connections; resolves with what pgbench prints. */
export function pgbench(
  { host, port, user, password, database }: ConnectionTarget,
  { script, connections, seconds, options = [], onSecond = () => {} }: Run,
): Promise<{ stdout: string; stderr: string }> {
  const given = ['-n', '-c', String(connections), '-j', '2', '-T', String(seconds), ...options, '-f', script]
  const running = promisify(execFile)('pgbench', [...given, database], {
    env: { ...process.env, PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
  })
  running.child.stderr?.on('data', (text) => {
    for (const { second } of progressIn(String(text))) onSecond(second)
  })
  return running
}
