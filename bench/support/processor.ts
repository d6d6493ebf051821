import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10

/** Processor time that a process has used, in milliseconds (Linux; NaN elsewhere). */
export function processorMs(pid: number): number {
  const { own, kernel } = countedOf(pid)
  return own + kernel
}

/** The part of it that the kernel used for the process: mostly for passing on its output. */
export const kernelMs = (pid: number): number => countedOf(pid).kernel

function countedOf(pid: number): { own: number; kernel: number } {
  try {
    // The name of the program, in brackets, may hold spaces: the counters stand behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { own: Number(fields[11]) * MS_PER_TICK, kernel: Number(fields[12]) * MS_PER_TICK }
  } catch {
    return { own: Number.NaN, kernel: Number.NaN }
  }
}
