import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { ErrorBoundary } from '@/shared/boundary/error-boundary.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { TabsStrip } from '@/ui/layout/tabs-strip.tsx'
import { type SettingsTab, settingsTabLabel, settingsTabOf, settingsTabsOf } from './settings-tab.ts'

/** The settings, a tab for each subject. The address holds the current tab. */
export function SettingsPage({ panels }: { panels: Record<SettingsTab, ReactNode> }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const tabs = settingsTabsOf(useMe())
  const current = settingsTabOf(params, tabs)
  const choose = (tab: string) => setParams({ tab }, { replace: true })
  return (
    <>
      <PageHeader title={t('Settings')} subtitle={t('Your own settings, and those of your account.')} />
      <Tabs value={current} onValueChange={choose}>
        <TabsStrip current={current}>
          <TabsList aria-label={t('Settings')}>
            {tabs.map((tab) => (
              <TabsTrigger key={tab} value={tab}>
                {settingsTabLabel(tab, t)}
              </TabsTrigger>
            ))}
          </TabsList>
        </TabsStrip>
        <TabsContent value={current}>
          <ErrorBoundary screen={current}>{panels[current]}</ErrorBoundary>
        </TabsContent>
      </Tabs>
    </>
  )
}
