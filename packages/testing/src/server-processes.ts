import { readFileSync } from 'node:fs'
import { BUILT_SERVER } from './server-process.ts'

/** The ids of the processes that serve for a server of several: its children, without Postgres (Linux). */
export function processesOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((id) => id !== '' && read(`/proc/${id}/cmdline`).includes(BUILT_SERVER))
    .map(Number)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
