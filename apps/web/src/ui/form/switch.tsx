import { Switch as Primitive } from 'radix-ui'
import { Tooltip } from '../floating/tooltip.tsx'

interface SwitchProps {
  /** The label of the switch for a screen reader. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The reason why this person may not use it: it stays reachable, does nothing, and tells the reason. */
  disabledReason?: string | null
  /** Whether it is being saved: it ignores further presses. */
  pending?: boolean
}

/** A switch with two states, on and off. */
export function Switch({ label, checked, onChange, disabledReason = null, pending = false }: SwitchProps) {
  const resting = pending || disabledReason !== null
  return (
    <Tooltip content={disabledReason}>
      <Primitive.Root
        aria-label={label}
        aria-disabled={resting || undefined}
        aria-description={disabledReason ?? undefined}
        aria-busy={pending || undefined}
        checked={checked}
        onCheckedChange={(next) => !resting && onChange(next)}
        className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-input transition-colors duration-100 before:absolute before:-inset-1.5 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-[state=checked]:bg-success"
      >
        <Primitive.Thumb className="ml-0.5 size-4 rounded-full bg-white shadow-raised transition-transform duration-100 data-[state=checked]:translate-x-4" />
      </Primitive.Root>
    </Tooltip>
  )
}
