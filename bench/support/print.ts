/** Prints a measurement: its name, its value and its aim. */
export function line(what: string, value: string, aim?: string): void {
  console.log(`${what.padEnd(52)} ${value.padStart(14)}${aim === undefined ? '' : `   (aim: ${aim})`}`)
}

/** Prints a measurement that must stay below an aim; the run fails in the end where it does not. */
export function lineWithAim(
  what: string,
  value: number,
  aim: number,
  written: (value: number) => string = toTenths,
): void {
  const isMet = value <= aim
  line(what, written(value), `${written(aim)}, ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
}

const toTenths = (ms: number) => (Number.isFinite(ms) ? `${Number(ms.toFixed(1))} ms` : 'ended by time')

export function heading(text: string): void {
  console.log(`\n${text}`)
}

export const milliseconds = (value: number) => `${Math.round(value)} ms`
export const perSecond = (value: number) => `${Math.round(value)}/s`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
