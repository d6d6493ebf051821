import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewFactor } from '@/workspace/port/security.ts'

interface ScanStepProps {
  factor: NewFactor
  /** The field for the first code. */
  children: ReactNode
}

/** What the app has to learn, as a picture and as text. */
export function ScanStep({ factor, children }: ScanStepProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">
        {t(
          'Scan this with your authenticator app, or type the secret into it. Then enter the code that it shows.',
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
      {children}
    </div>
  )
}

/** In groups of four, so that one finds the place again. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
