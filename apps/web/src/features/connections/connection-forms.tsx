import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CONNECTION_SECTIONS, type ConnectionSection } from '@/lib/address/connections-path.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'

interface ConnectionFormsProps {
  /** The one that shows. */
  section: ConnectionSection
  /** A form for each section; null for one that the account does not use. */
  forms: Record<ConnectionSection, ReactNode>
}

/** The connections tab of the settings: a form for each kind of thing that runs elsewhere. */
export function ConnectionForms({ section: shown, forms }: ConnectionFormsProps) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const choose = (section: string) => {
    const next = new URLSearchParams(params)
    next.set('section', section)
    setParams(next, { replace: true })
  }
  const sections = CONNECTION_SECTIONS.filter((section) => forms[section] !== null)
  return (
    <Tabs value={shown} onValueChange={choose}>
      <TabsList aria-label={t('Connections')}>
        {sections.map((section) => (
          <TabsTrigger key={section} value={section}>
            {labelOf(section, t)}
          </TabsTrigger>
        ))}
      </TabsList>
      {sections.map((section) => (
        <TabsContent key={section} value={section}>
          {forms[section]}
        </TabsContent>
      ))}
    </Tabs>
  )
}

function labelOf(section: ConnectionSection, t: TFunction): string {
  return section === 'automations' ? t('Automations') : t('AI Agents')
}
