import type { TeamMember } from '@cairn/workspace/port/team'

const SHORTEST_PART = 3

/** Letters and digits alone: 'Ada Lovelace' and 'ada.lovelace' are the same. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** What stands before the at sign; the addresses of others are not known, but many carry the name. */
function withoutDomain(entry: string): string {
  return entry.split('@', 1)[0] ?? entry
}

/**
 * The member whom an entry of the free-text list seems to mean: the entry is contained in the name, or the name in the
 * entry. Null for a team, a customer, or whatever else it is.
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
