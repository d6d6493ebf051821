import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

const BASE =
  'inline-flex base:h-5 max-w-full items-center base:gap-1 truncate rounded-full border px-2 font-medium text-xs tabular-nums [&_svg]:size-3 [&_svg]:shrink-0'

const VARIANTS = {
  default: 'border-transparent bg-primary text-primary-foreground',
  secondary: 'border-transparent bg-secondary text-foreground',
  outline: 'border-input text-foreground',
  success: 'border-transparent bg-success-soft text-success-foreground',
  warning: 'border-transparent bg-warning-soft text-warning-foreground',
  danger: 'border-transparent bg-destructive-soft text-destructive-foreground',
  neutral: 'border-transparent bg-muted text-muted-foreground',
} as const

export type BadgeVariant = keyof typeof VARIANTS

interface BadgeProps extends ComponentProps<'span'> {
  variant?: BadgeVariant
  /** A dot in the badge's colour, for a status: never the only difference, the word says the same. */
  dot?: boolean
}

/** A word or figure about the thing beside it. */
export function Badge({ variant = 'default', dot = false, className, children, ...rest }: BadgeProps) {
  return (
    <span className={cn(BASE, VARIANTS[variant], className)} {...rest}>
      {dot && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      {children}
    </span>
  )
}
