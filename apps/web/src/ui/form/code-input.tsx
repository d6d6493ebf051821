import type { Ref } from 'react'
import { Input } from './input.tsx'

/** The number of digits in the codes of mails and authenticator apps. */
const CODE_LENGTH = 6

interface CodeInputProps {
  value: string
  onChange: (code: string) => void
  /** Called when the last digit is there: typed, pasted, or filled in by the phone. */
  onComplete: (code: string) => void
  ref: Ref<HTMLInputElement>
}

/** A field for the whole code, so that pasting and filling in work; it removes all other characters than digits. */
export function CodeInput({ value, onChange, onComplete, ref }: CodeInputProps) {
  function take(text: string) {
    const code = text.replace(/\D/g, '').slice(0, CODE_LENGTH)
    onChange(code)
    if (isComplete(code) && code !== value) onComplete(code)
  }
  return (
    <Input
      ref={ref}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      value={value}
      onChange={(event) => take(event.target.value)}
      className="h-10 px-3 text-center font-mono tabular-nums tracking-[0.4em] md:text-lg"
    />
  )
}

/** Whether the code has all of its digits. */
export function isComplete(code: string): boolean {
  return code.length === CODE_LENGTH
}
