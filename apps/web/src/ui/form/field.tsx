import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/cn.ts'

interface FieldWiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldWiring | null>(null)

interface FieldProps {
  label: ReactNode
  /** A text that stays under the control. */
  hint?: ReactNode
  /** The problem of the value; read out as soon as it appears. */
  error?: ReactNode
  /** Marks it: every other field may stay empty. */
  required?: boolean
  /** Says the label to screen readers alone: it stands elsewhere on the screen. */
  bare?: boolean
  children: ReactNode
  className?: string
}

/**
 * A control with its label, hint and error. The control inside finds its id and descriptions here by itself, so
 * nothing has to be wired by hand: `<Field label={t('Email')}><Input type="email" /></Field>`.
 */
export function Field({
  label,
  hint,
  error,
  required = false,
  bare = false,
  children,
  className,
}: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cn('flex flex-col', bare ? 'gap-1' : 'gap-1.5', className)}>
        <div className={bare ? 'sr-only' : 'flex items-baseline gap-1 font-medium text-sm'}>
          <label htmlFor={id}>{label}</label>
          {required && (
            // The control says it to a screen reader.
            <span aria-hidden className="text-destructive-foreground">
              *
            </span>
          )}
        </div>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-muted-foreground text-xs">
            {hint}
          </p>
        )}
        <p id={`${id}-error`} role="alert" className="text-destructive-foreground text-xs empty:hidden">
          {error}
        </p>
      </div>
    </FieldContext>
  )
}

interface ControlAttributes {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

/** Returns the attributes that connect a control to the field around it; none outside of a field. */
export function useFieldControl(): ControlAttributes {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    ...(field.invalid && { 'aria-invalid': true }),
    ...(field.required && { 'aria-required': true }),
  }
}
