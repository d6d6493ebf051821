import type { TeamMember } from '@cairn/workspace/port/team'

const SHORTEST_PART = 3

/** Keeps only letters and digits: 'Ada Lovelace' and 'ada.lovelace' become equal. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Returns the text before the at sign; the addresses of others are not known, but many contain the name. */
function withoutDomain(entry: string): string {
  return entry.split('@', 1)[0] ?? entry
}

/**
 * Finds the member whom an entry of the free-text list seems to mean: the entry is contained in the name, or the name
 * in the entry. Returns null for a team, a customer, or any other entry.
 */
export function memberMeant(entry: string, members: readonly TeamMember[]): TeamMember | null {
  const wanted = bare(withoutDomain(entry))
  if (wanted.length < SHORTEST_PART) return null
  const exact = members.find(({ name }) => bare(name) === wanted)
  if (exact) return exact
  const close = members.find(({ name }) => {
    const known = bare(name)
    return known.length >= SHORTEST_PART && (known.includes(wanted) || wanted.includes(known))
  })
  return close ?? null
}
