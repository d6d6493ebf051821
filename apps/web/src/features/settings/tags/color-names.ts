import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { Color } from '@cairn/workspace/port/records/fields'

/** The names of colors. */
export const COLOR_NAMES: Readonly<Record<Color, Phrase>> = {
  gray: phrase('Gray'),
  red: phrase('Red'),
  orange: phrase('Orange'),
  yellow: phrase('Yellow'),
  green: phrase('Green'),
  teal: phrase('Teal'),
  blue: phrase('Blue'),
  purple: phrase('Purple'),
  pink: phrase('Pink'),
}
