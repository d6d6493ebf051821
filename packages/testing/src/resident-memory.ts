import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 50

/** Bytes of memory that a process holds (Linux; NaN elsewhere, and once it has ended). */
export function residentMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

/** Watches how much memory a process holds at the most, until it ends. `peak` gives the bytes. */
export function watchMemory(child: ChildProcess): { peak(): number } {
  let peak = 0
  const watch = setInterval(() => {
    if (child.pid !== undefined) peak = Math.max(peak, residentMemory(child.pid) || 0)
  }, LOOK_EVERY_MS)
  child.once('exit', () => clearInterval(watch))
  return { peak: () => peak }
}
