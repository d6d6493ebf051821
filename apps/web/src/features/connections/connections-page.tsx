import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type ConnectionSection, sectionOf } from '@/lib/connections-path.ts'
import { PageHeader } from '@/ui/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx'

/** The connections tab of the settings: a form for each kind of thing that runs elsewhere. */
export function ConnectionsPage({ forms }: { forms: Record<ConnectionSection, ReactNode> }) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const choose = (section: string) => {
    const next = new URLSearchParams(params)
    next.set('section', section)
    setParams(next, { replace: true })
  }
  return (
    <>
      <PageHeader title={t('Settings')} subtitle={t('Connect what runs elsewhere to your workspace.')} />
      <Tabs value={sectionOf(params)} onValueChange={choose}>
        <TabsList aria-label={t('Connections')}>
          <TabsTrigger value="automations">{t('Automations')}</TabsTrigger>
          <TabsTrigger value="agents">{t('AI Agents')}</TabsTrigger>
        </TabsList>
        <TabsContent value="automations">{forms.automations}</TabsContent>
        <TabsContent value="agents">{forms.agents}</TabsContent>
      </Tabs>
    </>
  )
}
