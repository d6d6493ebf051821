import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Notice } from '@/ui/feedback/notice.tsx'

interface ReturnHomeProps {
  icon: LucideIcon
  /** Stands above the title. */
  code?: string
  title: string
  text: string
}

/** A message with a link back to the dashboard. */
export function ReturnHome({ icon, code, title, text }: ReturnHomeProps) {
  const { t } = useTranslation()
  return (
    <Notice icon={icon} title={title} {...(code && { eyebrow: code })} text={text}>
      <Button asChild>
        <Link to="/">{t('Return to Dashboard')}</Link>
      </Button>
    </Notice>
  )
}
