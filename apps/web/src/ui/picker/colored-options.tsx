import { ColorDot } from '../display/colored-badge.tsx'
import type { BadgeColor } from '../display/tint.ts'
import type { PickerOption } from './list-picker.tsx'

/** Turns entries with a name and a color into options of a list. */
export function coloredOptions(
  entries: readonly { id: string; name: string; color: BadgeColor }[],
): readonly PickerOption[] {
  return entries.map(({ id, name, color }) => ({ id, label: name, leading: <ColorDot color={color} /> }))
}
