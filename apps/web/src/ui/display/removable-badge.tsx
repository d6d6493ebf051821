import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Badge } from './badge.tsx'

interface RemovableBadgeProps {
  /** Stands before the text: an avatar. */
  leading?: ReactNode
  text: ReactNode
  removeLabel: string
  disabledReason?: string | null
  onRemove: () => void
}

/** An entry of a list, with a button that removes it. */
export function RemovableBadge(props: RemovableBadgeProps) {
  const { leading, text, removeLabel, disabledReason = null, onRemove } = props
  return (
    <Badge variant="secondary" className={`h-7 gap-1.5 py-0 pr-0.5 ${leading ? 'pl-1' : 'pl-2.5'}`}>
      {leading}
      <span className="truncate">{text}</span>
      <Button
        variant="ghost"
        className="size-6 rounded-full p-0"
        aria-label={removeLabel}
        disabledReason={disabledReason}
        onClick={onRemove}
      >
        <X />
      </Button>
    </Badge>
  )
}
