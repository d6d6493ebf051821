import { useTranslation } from 'react-i18next'
import { Switch } from '@/ui/switch.tsx'
import { automationStatusLook } from '@/workspace/catalogue/status-looks.ts'
import type { Automation } from '@/workspace/port/automations.ts'
import { useRefusal } from '@/workspace/use-refusal.ts'
import { useSetAutomationStatus } from './use-automations.ts'

/** Whether an automation is active, which can be switched where it stands. */
export function AutomationSwitch({ automation }: { automation: Automation }) {
  const { t } = useTranslation()
  const setStatus = useSetAutomationStatus()
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={t('{{name}} is active', { name: automation.name })}
        checked={automation.status === 'active'}
        onChange={(isActive) => setStatus({ item: automation, status: isActive ? 'active' : 'inactive' })}
        disabledReason={useRefusal()('change-record', automation)}
      />
      {t(automationStatusLook(automation.status).label)}
    </span>
  )
}
