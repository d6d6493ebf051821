import { readFileSync } from 'node:fs'

/** Bytes of memory that a process holds (Linux; NaN elsewhere). */
export function residentMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
