import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseNumber, typedNumber } from '@/lib/text/numbers.ts'
import { Input } from '@/ui/form/input.tsx'

interface NumberControlProps {
  unit: string
  value: FieldValue | undefined
  /** Gives a number, undefined for none, or the text that is none. */
  onChange: (value: number | string | undefined) => void
  'aria-label'?: string
}

/** A number as the user's language writes it, with its unit. What is typed stays as it is typed. */
export function NumberControl({ unit, value, onChange, ...named }: NumberControlProps) {
  const { i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const read = (text: string) => (text.trim() === '' ? undefined : (parseNumber(text, i18n.language) ?? text))
  const text = read(typed) === value ? typed : textOf(value, i18n.language)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      <Input
        {...named}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={text}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(read(target.value))
        }}
      />
      {unit !== '' && <span className="shrink-0 text-muted-foreground text-sm">{unit}</span>}
    </span>
  )
}

function textOf(value: FieldValue | undefined, language: string): string {
  if (typeof value === 'number') return typedNumber(value, language)
  return typeof value === 'string' ? value : ''
}
