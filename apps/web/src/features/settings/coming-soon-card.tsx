import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/ui/display/badge.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'

interface ComingSoonCardProps {
  icon: LucideIcon
  title: string
  description: string
}

/** Announces a part of a screen that is still being built. */
export function ComingSoonCard({ icon, title, description }: ComingSoonCardProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={icon}
      title={title}
      description={description}
      action={<Badge variant="warning">{t('Coming Soon')}</Badge>}
    />
  )
}
