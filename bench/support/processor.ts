import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10

/** Processor time that a process has used, in milliseconds (Linux; NaN elsewhere). */
export function processorMs(pid: number): number {
  try {
    // The name of the program, in brackets, may hold spaces: what is counted stands behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
  } catch {
    return Number.NaN
  }
}
