import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { buttonStyle } from '@/ui/button/button.tsx'
import { Tooltip } from '@/ui/floating/tooltip.tsx'

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
      <Link
        to={to}
        aria-label={label}
        className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), className)}
      >
        {children}
      </Link>
    </Tooltip>
  )
}
