import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'
import { Input } from './input.tsx'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  /** Its name, for a screen reader. */
  label: string
  value: string
  onType: (text: string) => void
  /** The label of the button that clears it, in the reader's language. */
  clearLabel?: string
}

/** A field that filters a list. `className` sets its width. */
export function SearchField({ label, onType, clearLabel, className, ...rest }: SearchFieldProps) {
  return (
    <div className={cn('relative w-full', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        onChange={(event) => onType(event.target.value)}
        className="pl-8"
        {...rest}
      />
      {clearLabel && rest.value !== '' && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={({ currentTarget }) => {
            onType('')
            currentTarget.parentElement?.querySelector('input')?.focus()
          }}
          className="absolute top-1/2 right-1.5 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}
