import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The processor time of this process and of all that it has started and waited for, for the end of a line; '' where Linux does not say it. */
export function processorMinutes() {
  try {
    // Behind the name of the program, which may hold spaces, come the state and thirty-odd numbers.
    const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(/\) \S /)
    const ticks = numbers
      .split(' ')
      .slice(10, 14)
      .reduce((sum, each) => sum + Number(each), 0)
    return `, ${(ticks / TICKS_PER_SECOND / 60).toFixed(1)} processor minutes`
  } catch {
    return ''
  }
}
