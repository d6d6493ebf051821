import type { Drawing, Link } from './drawing.ts'
import type { MapAddress } from './map-address.ts'

/** The part of a map that is highlighted. */
export interface Highlight {
  /** Where it begins. */
  at: string
  spots: ReadonlySet<string>
  /** The links among them, by their names. */
  links: ReadonlySet<string>
}

export const linkName = ({ from, to }: Pick<Link, 'from' | 'to'>) => `${from} ${to}`

/** Returns the highlighted part of a map: what was found, and what it leads to. Null where nothing is. */
export function highlightOf({ spots, links }: Drawing, address: MapAddress): Highlight | null {
  const middle = address.record?.id ?? null
  const at = address.at ?? (address.follow === null ? null : middle)
  if (at === null || !spots.some(({ id }) => id === at)) return null
  const followed = linksFrom(links, at, address.follow, middle)
  return {
    at,
    spots: new Set([at, ...followed.flatMap(({ from, to }) => [from, to])]),
    links: new Set(followed.map(linkName)),
  }
}

function linksFrom(
  links: readonly Link[],
  at: string,
  direction: MapAddress['follow'],
  middle: string | null,
): readonly Link[] {
  if (direction === null) return []
  if (direction === 'way') return middle === null ? [] : shortestWays(links, middle, at)
  const isNeeds = direction === 'needs'
  const distances = distancesFrom(at, links, ({ from, to }) => (isNeeds ? [[from, to]] : [[to, from]]))
  return links.filter(({ from, to }) => distances.has(isNeeds ? from : to))
}

/** The links of all shortest ways between two spots, whichever way their arrows point. */
function shortestWays(links: readonly Link[], start: string, end: string): readonly Link[] {
  const bothWays = ({ from, to }: Link): Steps => [
    [from, to],
    [to, from],
  ]
  const [there, back] = [distancesFrom(start, links, bothWays), distancesFrom(end, links, bothWays)]
  const length = there.get(end)
  if (length === undefined) return []
  return links.filter((link) =>
    bothWays(link).some(
      ([near, far]) => (there.get(near) ?? length) + 1 + (back.get(far) ?? length) === length,
    ),
  )
}

type Steps = readonly (readonly [near: string, far: string])[]

/** How many steps each spot lies from the start, which a circle reaches once. */
function distancesFrom(
  start: string,
  links: readonly Link[],
  stepsOf: (link: Link) => Steps,
): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>()
  for (const link of links)
    for (const [near, far] of stepsOf(link)) next.set(near, [...(next.get(near) ?? []), far])
  const distances = new Map([[start, 0]])
  for (const [id, distance] of distances)
    for (const far of next.get(id) ?? []) if (!distances.has(far)) distances.set(far, distance + 1)
  return distances
}

/** Returns the next spot that a text names, after the one that was found; whole names and their beginnings come first. */
export function nextMatch(
  names: readonly { id: string; name: string }[],
  text: string,
  found: string | null,
): string | null {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return null
  const rankOf = (name: string) => {
    const place = name.toLocaleLowerCase().indexOf(wanted)
    if (place < 0) return 3
    if (place > 0) return 2
    return name.length === wanted.length ? 0 : 1
  }
  const matches = names
    .map(({ id, name }) => ({ id, rank: rankOf(name) }))
    .filter(({ rank }) => rank < 3)
    .sort((one, other) => one.rank - other.rank)
  const place = matches.findIndex(({ id }) => id === found)
  return (matches[place + 1] ?? matches[0])?.id ?? null
}
