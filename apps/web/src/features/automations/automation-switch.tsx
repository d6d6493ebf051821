import { useTranslation } from 'react-i18next'
import { automationStatusLook } from '@/catalogue/status-looks.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Switch } from '@/ui/switch.tsx'
import type { Automation } from '@/workspace/port/automations.ts'
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
