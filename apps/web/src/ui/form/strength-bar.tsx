import { Progress as Primitive } from 'radix-ui'
import type { StrengthTone } from '@/lib/passwords/password-strength.ts'

const TONES: Record<StrengthTone, string> = {
  red: 'bg-destructive',
  orange: 'bg-caution',
  yellow: 'bg-warning',
  green: 'bg-success',
}

interface StrengthBarProps {
  /** 0 to 100. */
  value: number
  tone: StrengthTone
  label: string
}

/** How much of something is reached, in a colour of the caller's choosing. */
export function StrengthBar({ value, tone, label }: StrengthBarProps) {
  return (
    <Primitive.Root
      value={value}
      aria-label={label}
      data-tone={tone}
      className="h-1.5 w-full overflow-hidden rounded-full bg-secondary"
    >
      <Primitive.Indicator
        className={`h-full rounded-full transition-[width] duration-100 ${TONES[tone]}`}
        style={{ width: `${value}%` }}
      />
    </Primitive.Root>
  )
}
