import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonLook } from '@/ui/button.tsx'
import { Tooltip } from '@/ui/tooltip.tsx'

interface HeaderLinkProps {
  to: string
  label: string
  className?: string
  children: ReactNode
}

/** A link of the header that shows an icon. */
export function HeaderLink({ to, label, className, children }: HeaderLinkProps) {
  return (
    <Tooltip content={label} side="bottom">
      <Link to={to} aria-label={label} className={buttonLook({ variant: 'ghost', size: 'icon', className })}>
        {children}
      </Link>
    </Tooltip>
  )
}
