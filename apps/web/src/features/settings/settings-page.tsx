import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { AccessDenied } from '@/shared/access-denied.tsx'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import {
  missingRank,
  pathOfTab,
  type SettingsPageName,
  settingsPageLabel,
  settingsPageOf,
} from './settings-pages.ts'

/** The pages that say nothing themselves to a level that may not change them. */
const SHOWN_TO_ITS_LEVEL: ReadonlySet<SettingsPageName> = new Set([
  'archive',
  'webhooks',
  'sources',
  'monitoring',
])

/** A page of the settings beside the menu of all. The address names it; one with `?tab=` leads to its page. */
export function SettingsPage({ pages }: { pages: Record<SettingsPageName, ReactNode> }) {
  const { t } = useTranslation()
  const { page: named } = useParams()
  const tab = pathOfTab(useLocation())
  const page = settingsPageOf(named)
  if (tab !== null) return <Navigate replace to={tab} />
  if (page === null) return <Navigate replace to="/settings" />
  return (
    <div className="@container">
      <PageHeader
        title={t('Settings')}
        part={settingsPageLabel(page, t)}
        subtitle={t('Your own settings, and those of your account.')}
      />
      <div className="grid items-start gap-x-8 @4xl:grid-cols-[12rem_minmax(0,1fr)]">
        <SettingsMenu current={page} />
        <div
          data-settings-page
          className="in-order @container min-w-0 has-data-wide:max-w-none @4xl:max-w-4xl"
        >
          <ErrorBoundary screen={page}>
            <Content page={page}>{pages[page]}</Content>
          </ErrorBoundary>
        </div>
      </div>
    </div>
  )
}

function Content({ page, children }: { page: SettingsPageName; children: ReactNode }) {
  const { t } = useTranslation()
  const rank = missingRank(page, useMe())
  if (rank === null || !SHOWN_TO_ITS_LEVEL.has(page)) return children
  return <AccessDenied title={settingsPageLabel(page, t)} reason={reasonOf(rank === 'admin', t)} />
}

function reasonOf(isForAdmins: boolean, t: TFunction): string {
  return isForAdmins
    ? t('Only administrators can change this.')
    : t('Only managers and administrators can change this.')
}
