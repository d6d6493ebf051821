/** One line of a measurement: what, how much, and what is aimed at. */
export function line(what: string, value: string, aim?: string): void {
  console.log(`${what.padEnd(52)} ${value.padStart(14)}${aim === undefined ? '' : `   (aim: ${aim})`}`)
}

export function heading(text: string): void {
  console.log(`\n${text}`)
}

export const milliseconds = (value: number) => `${Math.round(value)} ms`
export const perSecond = (value: number) => `${Math.round(value)}/s`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
