import { ArrowLeft, Hammer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Notice } from '@/ui/feedback/notice.tsx'
import { placeholderText } from './placeholder-texts.ts'

/** Announces a feature that is still being built, with a link back to the dashboard. */
export function PlaceholderPage() {
  const { t } = useTranslation()
  const { icon, title, description } = placeholderText(useLocation().pathname, t)
  return (
    <Notice
      icon={icon}
      eyebrow={<Badge variant="warning">{t('Coming soon')}</Badge>}
      title={title}
      text={<p>{description}</p>}
    >
      <p className="mb-3 flex w-full items-center justify-center gap-2 text-muted-foreground text-sm">
        <Hammer aria-hidden className="size-4" />
        {t('This feature is under development.')}
      </p>
      <Button asChild variant="outline">
        <Link to="/dashboard">
          <ArrowLeft aria-hidden />
          {t('Back to Dashboard')}
        </Link>
      </Button>
    </Notice>
  )
}
