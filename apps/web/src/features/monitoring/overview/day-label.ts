/** A day as the language writes it without a year: 'Jan 31' in English. The days of the figures are in UTC. */
export function dayLabel(day: string, language: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
}
