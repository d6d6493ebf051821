import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10

/** Processor time in milliseconds, as the kernel counts it for a process. */
export interface Counted {
  own: number
  /** The part that the kernel used for the process: mostly for passing on its output. */
  kernel: number
  /** Used by those of its children that have ended, and by theirs. */
  ended: number
}

/** Processor time that a process has used, in milliseconds (Linux; NaN elsewhere). */
export function processorMs(pid: number): number {
  const { own, kernel } = countedOf(pid)
  return own + kernel
}

export const kernelMs = (pid: number): number => countedOf(pid).kernel

/** The same with its children that have ended: all that a process has used with programs that it ran one by one. */
export function processorMsWithEnded(pid: number): number {
  const { own, kernel, ended } = countedOf(pid)
  return own + kernel + ended
}

function countedOf(pid: number): Counted {
  try {
    return counted(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return { own: Number.NaN, kernel: Number.NaN, ended: Number.NaN }
  }
}

/** Reads the line of `/proc/<pid>/stat`. Source: proc(5) */
export function counted(stat: string): Counted {
  // The name of the program, in brackets, may hold spaces: the counters stand behind the last of them.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [own = 0, kernel = 0, endedOwn = 0, endedKernel = 0] = fields
    .slice(11, 15)
    .map((ticks) => Number(ticks) * MS_PER_TICK)
  return { own, kernel, ended: endedOwn + endedKernel }
}
