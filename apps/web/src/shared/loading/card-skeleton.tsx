import { useTranslation } from 'react-i18next'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

/** Stands where the lines of a card are on their way. */
export function CardSkeleton() {
  const { t } = useTranslation()
  return (
    <Card aria-busy className="flex flex-col gap-4 p-4">
      <span className="sr-only">{t('Loading...')}</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-1/3" />
    </Card>
  )
}
