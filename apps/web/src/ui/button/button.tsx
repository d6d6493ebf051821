import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { Tooltip, type TooltipProps } from '../floating/tooltip.tsx'
import { Spinner } from '../loading/spinner.tsx'

const BASE = [
  'base:inline-flex shrink-0 select-none items-center base:justify-center base:gap-1.5 base:whitespace-nowrap base:rounded-md base:font-medium',
  'transition-[background-color,border-color,color,box-shadow] duration-100',
  'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
  '[&_svg]:size-4 [&_svg]:shrink-0',
].join(' ')

const VARIANTS = {
  default: 'bg-primary text-primary-foreground shadow-raised hover:bg-primary-hover',
  secondary: 'bg-secondary text-foreground hover:bg-accent',
  outline: 'border border-input bg-card base:text-foreground shadow-raised hover:bg-muted',
  ghost: 'base:text-muted-foreground hover:bg-accent hover:text-foreground',
  destructive: 'bg-destructive text-white shadow-raised hover:bg-destructive-hover',
  link: 'h-auto! px-0! text-link underline-offset-3 hover:underline',
} as const

const SIZES = {
  sm: 'base:h-7 base:px-2.5 base:text-xs max-md:h-9 max-md:text-sm',
  md: 'base:h-8 base:px-3 base:text-sm max-md:h-10',
  lg: 'base:h-10 base:px-4 base:text-base',
  icon: 'base:size-8 max-md:size-10',
} as const

interface ButtonStyle {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
}

/** Returns the classes of a button, for elements that look like one. */
export function buttonStyle({ variant = 'default', size = 'md' }: ButtonStyle = {}): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]}`
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Applies the look to the one child, a link for instance. */
  asChild?: boolean
  /** Shows a spinner and ignores further presses. */
  pending?: boolean
  /** Ignores presses for a moment, without any sign of it. */
  waiting?: boolean
  /** The reason why this person may not use it: it stays reachable, does nothing, and tells the reason. */
  disabledReason?: string | null
  /** The label of a button without words. A reason why it is disabled replaces it. */
  tooltip?: Omit<TooltipProps, 'children'>
}

/** The only button component. It submits nothing unless `type="submit"`. */
export function Button({
  variant,
  size,
  asChild = false,
  pending = false,
  waiting = false,
  disabledReason = null,
  tooltip,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const styles = cn(buttonStyle({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root {...rest} className={styles} onClick={onClick}>
        {children}
      </Slot.Root>
    )
  }
  const resting = pending || waiting || disabledReason !== null
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!resting) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tooltip {...(disabledReason === null && tooltip)} content={disabledReason ?? tooltip?.content}>
      <button
        {...rest}
        type={type}
        className={styles}
        onClick={press}
        aria-disabled={resting || undefined}
        aria-busy={pending || undefined}
        aria-description={disabledReason ?? undefined}
      >
        <WithSpinner pending={pending}>{children}</WithSpinner>
      </button>
    </Tooltip>
  )
}

function WithSpinner({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <>
      {pending && <Spinner />}
      {children}
    </>
  )
}
