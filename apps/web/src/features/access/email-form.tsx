import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { Button, type ButtonProps } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { AccessInput } from './access-input.tsx'
import { emailField } from './credentials.ts'

interface EmailFormProps {
  email?: string
  label?: string
  submitLabel: string
  busyLabel?: string
  variant?: ButtonProps['variant']
  isPending: boolean
  /** Why the server did not take the address. */
  refusal?: string | null
  /** Called with every letter, for forms that pass the address on to another one. */
  onEmail?: (email: string) => void
  onSubmit: (email: string) => unknown
}

/** Asks for an address and nothing else. */
export function EmailForm({ email = '', variant = 'default', isPending, refusal, ...rest }: EmailFormProps) {
  const { label, submitLabel, busyLabel = submitLabel, onEmail, onSubmit } = rest
  const { t } = useTranslation()
  const schema = useMemo(() => z.object({ email: emailField(t) }), [t])
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email },
  })
  const submit = handleSubmit((values) => void onSubmit(values.email))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={label ?? t('Email')} error={formState.errors.email?.message ?? refusal}>
        <AccessInput
          type="email"
          required
          autoComplete="username"
          {...register('email', { onChange: (event) => onEmail?.(event.target.value) })}
        />
      </Field>
      <Button type="submit" size="lg" variant={variant} pending={isPending}>
        {isPending ? busyLabel : submitLabel}
      </Button>
    </form>
  )
}
