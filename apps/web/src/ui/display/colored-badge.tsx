import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

/** The hue of each color. How light and strong it is, `tokens.css` says for each theme: all can be read alike. */
const HUES = {
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

const BADGE =
  'inline-flex min-h-5 max-w-full items-center gap-1 rounded-full border border-transparent px-2 font-medium text-xs leading-4 ' +
  'bg-[oklch(var(--tint)_calc(var(--tint-chroma)*var(--strength,1))_var(--hue))] ' +
  'text-[oklch(var(--tint-text)_calc(var(--tint-text-chroma)*var(--strength,1))_var(--hue))]'

interface ColoredBadgeProps {
  color: BadgeColor
  className?: string
  children: ReactNode
}

/** A choice or a tag in its color. The color is an ornament: the word says everything. */
export function ColoredBadge({ color, className, children }: ColoredBadgeProps) {
  return (
    <span className={cn(BADGE, HUES[color], className)}>
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  )
}

/** A dot in a color, beside a word. */
export function ColorDot({ color }: { color: BadgeColor }) {
  return (
    <span
      aria-hidden
      className={cn(
        'size-2.5 shrink-0 rounded-full bg-[oklch(var(--tint-dot)_calc(0.15*var(--strength,1))_var(--hue))]',
        HUES[color],
      )}
    />
  )
}
