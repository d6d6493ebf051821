import { type BadgeColor, ColorDot } from '../display/colored-badge.tsx'
import type { PickerOption } from './list-picker.tsx'

/** What has a name and a color, for a list to pick from. */
export function coloredOptions(
  entries: readonly { id: string; name: string; color: BadgeColor }[],
): readonly PickerOption[] {
  return entries.map(({ id, name, color }) => ({ id, label: name, leading: <ColorDot color={color} /> }))
}
