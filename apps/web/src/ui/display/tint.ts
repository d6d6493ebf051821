/** The hue of each color. How light and strong it is, `tokens.css` says for each theme: all can be read alike. */
export const HUES = {
  gray: '[--hue:270] [--strength:0.1]',
  red: '[--hue:22]',
  orange: '[--hue:52]',
  yellow: '[--hue:95]',
  green: '[--hue:150]',
  teal: '[--hue:195]',
  blue: '[--hue:250]',
  purple: '[--hue:300]',
  pink: '[--hue:350]',
} as const

export type BadgeColor = keyof typeof HUES

/** The background and text of something in a color, beside its hue. */
export const TINT =
  'bg-[oklch(var(--tint)_calc(var(--tint-chroma)*var(--strength,1))_var(--hue))] ' +
  'text-[oklch(var(--tint-text)_calc(var(--tint-text-chroma)*var(--strength,1))_var(--hue))]'

const COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const

/** Returns the color of a name: always the same one, so that a face without a picture is recognized. */
export function colorOf(name: string): BadgeColor {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return COLORS[sum % COLORS.length] ?? 'gray'
}
