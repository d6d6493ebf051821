const KEY = 'cairn-room-for-views'

/**
 * How many views a user had below a catalogue the last time: they are loaded after the menu is drawn, and what stands
 * below them must not move then.
 */
export function roomFor(person: string | null, kind: string): number {
  const lines = Number(read().get(`${person}.${kind}`))
  return Number.isInteger(lines) && lines > 0 ? Math.min(lines, 300) : 0
}

export function keepRoom(person: string | null, kind: string, lines: number): void {
  const kept = read()
  // Another user of this browser starts again.
  if (![...kept.keys()].every((name) => name.startsWith(`${person}.`)))
    for (const name of [...kept.keys()]) kept.delete(name)
  if (lines === 0) kept.delete(`${person}.${kind}`)
  else kept.set(`${person}.${kind}`, String(lines))
  try {
    localStorage.setItem(KEY, kept.toString())
  } catch {
    // The browser keeps nothing: then entries move.
  }
}

function read(): URLSearchParams {
  try {
    return new URLSearchParams(localStorage.getItem(KEY) ?? '')
  } catch {
    return new URLSearchParams()
  }
}
