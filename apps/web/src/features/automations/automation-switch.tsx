import type { Automation } from '@cairn/workspace/port/records/automations'
import { useTranslation } from 'react-i18next'
import { useSetStatus } from '@/catalogue/list/use-set-status.ts'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Switch } from '@/ui/form/switch.tsx'
import { AUTOMATIONS } from './automation-catalogue.ts'

/** Whether an automation is active, which can be switched where it stands. */
export function AutomationSwitch({ automation }: { automation: Automation }) {
  const { t } = useTranslation()
  const setStatus = useSetStatus(AUTOMATIONS, {
    done: ({ name, status }) =>
      status === 'active'
        ? { title: t('Automation activated'), description: t('{{name}} has been activated', { name }) }
        : { title: t('Automation deactivated'), description: t('{{name}} has been deactivated', { name }) },
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to update automation: {{message}}', { message }),
    },
  })
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={t('{{name}} is active', { name: automation.name })}
        checked={automation.status === 'active'}
        onChange={(isActive) => setStatus({ item: automation, status: isActive ? 'active' : 'inactive' })}
        disabledReason={useRefusal()('change-record', automation)}
      />
      {t(statusStyle('automation', automation.status).label)}
    </span>
  )
}
