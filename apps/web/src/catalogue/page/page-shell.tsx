import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconLink } from '@/ui/button/icon-link.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import type { RecordShellProps } from '../details/record-shell.tsx'
import { withParameter } from '../use-address.ts'
import { useListSearch } from './list-search.ts'

const COLUMNS = 'grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]'

/** Details as a separate page. */
export function PageShell({ kind, record, aroundName, actions, children }: RecordShellProps) {
  const { t } = useTranslation()
  const beside = withParameter(useListSearch(), 'id', record.id)
  return (
    <article key={record.id} aria-label={record.name}>
      <PageHeader
        title={record.name}
        aroundTitle={aroundName}
        actions={
          <>
            <IconLink
              icon={PanelRight}
              label={t('Show beside the list')}
              to={`${CATALOGUES[kind].path}?${beside}`}
            />
            {actions}
          </>
        }
      />
      {children}
    </article>
  )
}

/** As tall as a page usually is, so that it does not jump when the record comes. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div aria-busy className="flex flex-col gap-5">
      <span className="sr-only">{t('Loading...')}</span>
      <Skeleton className="h-8 w-64 max-w-full" />
      <div className={COLUMNS}>
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    </div>
  )
}
