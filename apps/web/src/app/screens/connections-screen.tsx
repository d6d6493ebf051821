import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CreateAgentForm } from '@/features/agents/agent-form.tsx'
import { CreateAutomationForm } from '@/features/automations/automation-form.tsx'
import { ConnectionForms } from '@/features/connections/connection-forms.tsx'
import { FeatureDisabledCard } from '@/features/not-found/feature-disabled.tsx'
import { sectionOf } from '@/lib/address/connections-path.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'

/** The connections tab: the forms of the features that are switched on, and a notice for one that is off. */
export function ConnectionsScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const isOn = useIsFeatureOn()
  const section = sectionOf(params, isOn)
  const title = section === 'agents' ? CATALOGUES.agent.title : CATALOGUES.automation.title
  if (!isOn(section)) return <FeatureDisabledCard name={t(title)} />
  return (
    <ConnectionForms
      section={section}
      forms={{
        automations: isOn('automations') ? <CreateAutomationForm /> : null,
        agents: isOn('agents') ? <CreateAgentForm /> : null,
      }}
    />
  )
}
