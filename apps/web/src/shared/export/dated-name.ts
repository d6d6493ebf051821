/** Names an exported file: `systems-2026-11-23.csv`, by the day in the user's time zone. */
export function datedName(name: string, extension: string, now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${name}-${day.join('-')}.${extension}`
}
