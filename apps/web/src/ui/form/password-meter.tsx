import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  PASSWORD_REQUIREMENTS,
  type PasswordRule,
  passwordStrength,
  requirementLabel,
} from '@/lib/passwords/password-strength.ts'
import { StrengthBar } from './strength-bar.tsx'

interface PasswordMeterProps {
  password: string
  rule: PasswordRule
}

/** How good the password is so far, and what it lacks. */
export function PasswordMeter({ password, rule }: PasswordMeterProps) {
  const { t } = useTranslation()
  const { score, tone, met } = passwordStrength(password, rule)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <StrengthBar value={score} tone={tone} label={t('Password strength')} />
        <span className="w-9 shrink-0 text-right font-medium text-xs tabular-nums">{score}%</span>
      </div>
      <ul aria-label={t('Password requirements')} className="grid grid-cols-2 gap-x-3 gap-y-1 text-xs">
        {PASSWORD_REQUIREMENTS.map((requirement) => (
          <Requirement
            key={requirement}
            label={requirementLabel(requirement, rule, t)}
            isMet={met.includes(requirement)}
          />
        ))}
      </ul>
    </div>
  )
}

function Requirement({ label, isMet }: { label: string; isMet: boolean }) {
  const { t } = useTranslation()
  return (
    <li
      data-met={isMet}
      className="flex items-center gap-1.5 text-muted-foreground data-[met=true]:text-success-foreground [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {isMet ? (
        <Check aria-hidden />
      ) : (
        <span aria-hidden className="m-0.5 size-2.5 rounded-full border-[1.5px] border-current" />
      )}
      {label}
      <span className="sr-only">{isMet ? t('met') : t('not met')}</span>
    </li>
  )
}
