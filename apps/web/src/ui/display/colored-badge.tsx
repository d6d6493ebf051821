import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { type BadgeColor, HUES, TINT } from './tint.ts'

const BADGE =
  'inline-flex min-h-5 max-w-full items-center gap-1 rounded-full border border-transparent px-2 font-medium text-xs leading-4'

interface ColoredBadgeProps {
  color: BadgeColor
  className?: string
  children: ReactNode
}

/** A choice or a tag in its color. The color is an ornament: the word says everything. */
export function ColoredBadge({ color, className, children }: ColoredBadgeProps) {
  return (
    <span className={cn(BADGE, TINT, HUES[color], className)}>
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
