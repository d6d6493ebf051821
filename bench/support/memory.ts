import { readdirSync, readFileSync } from 'node:fs'

/** The processes below one, and those below these (Linux). */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const id of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    // The name of the program, in brackets, may hold spaces: the parent stands behind it.
    const parent = Number(read(`/proc/${id}/stat`).split(') ').at(-1)?.split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const below = (id: number): number[] =>
    (children.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/**
 * Bytes that processes hold together: the sum of their proportional sets, as if nothing else ran on the machine. The
 * programs that measure share the program of Node with them, so each file is counted once, as much of it as the process
 * has that uses the most.
 */
export function memoryOf(pids: readonly number[]): number {
  const files = new Map<string, number>()
  let own = 0
  for (const pid of pids) {
    own += kilobytesOf(read(`/proc/${pid}/smaps_rollup`), 'Pss_Anon')
    own += kilobytesOf(read(`/proc/${pid}/smaps_rollup`), 'Pss_Shmem')
    for (const [file, held] of filesOf(pid)) files.set(file, Math.max(files.get(file) ?? 0, held))
  }
  return (own + [...files.values()].reduce((sum, held) => sum + held, 0)) * 1024
}

/** How much of each file a process has in memory, in kilobytes, without what it has changed of it. */
function filesOf(pid: number): Map<string, number> {
  const held = new Map<string, number>()
  for (const mapping of read(`/proc/${pid}/smaps`).split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, path] = /^\S+ \S+ \S+ \S+ [1-9]\d* +(\/.*)/.exec(mapping) ?? []
    if (path === undefined || isShared(path)) continue
    const clean = kilobytesOf(mapping, 'Rss') - kilobytesOf(mapping, 'Anonymous')
    held.set(path, (held.get(path) ?? 0) + clean)
  }
  return held
}

/** Memory that processes share without a file is in `Pss_Shmem` already. */
const isShared = (path: string) => path.startsWith('/dev/') || path.startsWith('/SYSV')

const kilobytesOf = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)

/** Empty once the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
