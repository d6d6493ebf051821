import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'asChild' | 'tooltip'> {
  icon: LucideIcon
  /** Its name, for a screen reader and as the tooltip. */
  label: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  shortcut?: ReactNode
}

/** A square button with an icon alone. */
export function IconButton({ icon: Icon, label, side, shortcut, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      tooltip={{ content: label, shortcut, ...(side && { side }) }}
      {...rest}
    >
      <Icon />
    </Button>
  )
}
