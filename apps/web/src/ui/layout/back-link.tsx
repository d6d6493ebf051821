import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../button/button.tsx'

interface BackLinkProps {
  to: string
  children: ReactNode
}

/** Above the head of a screen: the way to the screen that it belongs to. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Button asChild variant="ghost" size="sm" className="-ml-2 mb-3 print:hidden">
      <Link to={to}>
        <ArrowLeft aria-hidden />
        {children}
      </Link>
    </Button>
  )
}
