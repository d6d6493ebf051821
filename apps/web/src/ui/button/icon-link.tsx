import type { LucideIcon } from 'lucide-react'
import { Link, type LinkProps } from 'react-router'
import { Tooltip } from '../floating/tooltip.tsx'
import { buttonStyle } from './button.tsx'

interface IconLinkProps extends Pick<LinkProps, 'to' | 'state'> {
  icon: LucideIcon
  /** Its name, for a screen reader and as the tooltip. */
  label: string
}

/** A link that looks like an `IconButton`. */
export function IconLink({ icon: Icon, label, to, state }: IconLinkProps) {
  return (
    <Tooltip content={label}>
      <Link
        to={to}
        state={state}
        aria-label={label}
        className={buttonStyle({ variant: 'ghost', size: 'icon' })}
      >
        <Icon />
      </Link>
    </Tooltip>
  )
}
