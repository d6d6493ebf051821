import type { NewFactor } from '@cairn/workspace/port/security'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from '@/ui/form/code-input.tsx'
import { Field } from '@/ui/form/field.tsx'

interface ScanStepProps {
  factor: NewFactor
  /** The field for the first code. */
  code: ComponentProps<typeof CodeInput>
  error: string | null
}

/** The secret for the app, as a picture and as text, and the first code that the app makes of it. */
export function ScanStep({ factor, code, error }: ScanStepProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">
        {t(
          'Scan this with your authenticator app or type in the secret. Then enter the code that the app shows.',
        )}
      </p>
      <img
        src={factor.qrCode}
        alt={t('QR code of the secret')}
        className="size-44 self-center rounded-md border bg-white p-1"
      />
      <p className="text-center text-sm">
        <span className="block text-muted-foreground text-xs">{t('Secret')}</span>
        <code className="select-all break-all font-mono">{inGroups(factor.secret)}</code>
      </p>
      <Field label={t('Code')} hint={t('The six digits that the app shows now.')} error={error}>
        <CodeInput {...code} />
      </Field>
    </div>
  )
}

/** In groups of four, which are easier to type. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
