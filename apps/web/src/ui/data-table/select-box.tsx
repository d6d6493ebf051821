import { cn } from '@/lib/cn.ts'

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Tab stops at it: before anything is selected, Space on the row's title does. */
  isStop: boolean
  /** With `extend`, Shift was held. */
  onSelect: (extend: boolean) => void
  className?: string
}

/** The box that selects a row. */
export function SelectBox({ label, checked, isStop, onSelect, className }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      checked={checked}
      onClick={(event) => {
        event.stopPropagation()
        onSelect(event.shiftKey)
      }}
      // The press says whether Shift was held.
      onChange={() => undefined}
      className={cn('size-4 shrink-0 cursor-pointer accent-primary max-md:size-5', className)}
    />
  )
}
