import { useTranslation } from 'react-i18next'
import { Card } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'

const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-1/3']

/** Stands in the place of the list while it is loading. */
export function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <span className="sr-only">{t('Loading notifications...')}</span>
      <Skeleton className="mb-2 w-16" />
      <Card className="divide-y">
        {WIDTHS.map((width) => (
          <div key={width} className="flex items-center gap-3 py-3 pr-3 pl-8">
            <Skeleton className="size-8 rounded-md" />
            <span className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Skeleton className={width} />
              <Skeleton className="h-3 w-24" />
            </span>
          </div>
        ))}
      </Card>
    </div>
  )
}
