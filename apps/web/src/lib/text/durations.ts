import { perLanguage } from './per-language.ts'

const UNITS = ['day', 'hour', 'minute', 'second'] as const
const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 }
/** Formats a short duration to the tenth of a second. */
const SHORT = 10

const formats = perLanguage((language) => {
  const of = (unit: string) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: unit === 'second' ? 1 : 0,
    })
  return { day: of('day'), hour: of('hour'), minute: of('minute'), second: of('second') }
})

/** How long something took, in its two largest units: '3 min 20 sec' in English. */
export function formatDuration(seconds: number, language: string): string {
  const format = formats(language)
  if (seconds < SHORT) return format.second.format(seconds)
  const whole = Math.round(seconds)
  const largest = UNITS.findIndex((unit) => whole >= SECONDS[unit])
  const said: string[] = []
  let rest = whole
  for (const unit of UNITS.slice(largest, largest + 2)) {
    const count = Math.floor(rest / SECONDS[unit])
    rest -= count * SECONDS[unit]
    if (count > 0) said.push(format[unit].format(count))
  }
  return said.join(' ')
}
