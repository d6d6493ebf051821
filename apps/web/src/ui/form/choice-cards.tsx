import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

interface ChoiceCardsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon: LucideIcon }[]
}

/** A choice of one among a few, each as a card: radio buttons with a face. */
export function ChoiceCards<Value extends string>({
  label,
  value,
  onChange,
  options,
}: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <div className="grid max-w-md grid-cols-3 gap-2">
        {options.map(({ value: own, label: text, icon: Icon }) => (
          <label
            key={own}
            className="flex flex-col items-center gap-2 rounded-lg border bg-card px-3 py-4 text-center text-muted-foreground text-sm transition-colors duration-100 hover:border-input has-checked:border-primary has-checked:bg-primary-soft has-checked:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={own}
              checked={own === value}
              onChange={() => onChange(own)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5" />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
