import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'asChild'> {
  icon: LucideIcon
  /** Its name, for a screen reader and as the tooltip. */
  label: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  shortcut?: ReactNode
}

/** A square button with an icon alone. */
export function IconButton({
  icon: Icon,
  label,
  side,
  shortcut,
  disabledReason = null,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button variant="ghost" size="icon" aria-label={label} disabledReason={disabledReason} {...rest}>
      <Icon />
    </Button>
  )
  if (disabledReason !== null) return button
  return (
    <Tooltip content={label} {...(side && { side })} shortcut={shortcut}>
      {button}
    </Tooltip>
  )
}
