import { COLORS, type Color } from '@cairn/workspace/port/records/fields'
import type { Tag } from '@cairn/workspace/port/records/tags'

/** The color that the fewest tags have, for a new one. Gray comes last: it stands out the least. */
export function nextColor(tags: readonly Pick<Tag, 'color'>[]): Color {
  const uses = (color: Color) => tags.filter((tag) => tag.color === color).length
  const [gray, ...others] = COLORS
  return [...others, gray].toSorted((one, other) => uses(one) - uses(other))[0] ?? gray
}
