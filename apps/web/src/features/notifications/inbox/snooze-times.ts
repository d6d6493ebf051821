/** The beginning of the next day, where the user is. */
export function tomorrow(nowMs: number): Date {
  return dayAfter(nowMs, 1)
}

/** The beginning of the next Monday, where the user is. */
export function nextWeek(nowMs: number): Date {
  const day = new Date(nowMs).getDay()
  return dayAfter(nowMs, (8 - day) % 7 || 7)
}

function dayAfter(nowMs: number, days: number): Date {
  const now = new Date(nowMs)
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
}
