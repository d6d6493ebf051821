import { useId } from 'react'

interface CheckboxProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with what it stands for: the browser's own, in the accent colour. */
export function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint && `${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary max-md:size-5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-pretty text-muted-foreground text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
