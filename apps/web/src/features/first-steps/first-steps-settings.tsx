import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { useAreFirstStepsShown } from '@/shared/first-steps.ts'
import { useShowFirstSteps } from '@/shared/use-show-first-steps.ts'
import { Button } from '@/ui/button/button.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'
import { stepsOf } from './welcome-steps.ts'

/** Where the first steps are found again; for admins whether their dashboard shows how far the account has come. */
export function FirstStepsSettings() {
  const { t } = useTranslation()
  const me = useMe()
  const areShown = useAreFirstStepsShown()
  const { show, isPending } = useShowFirstSteps()
  if (stepsOf(me).length === 0) return null
  const label = t('Show the first steps on the dashboard')
  return (
    <Card className="mt-4">
      <CardHeader
        title={t('First steps')}
        description={t('Name the account, tick what you use, and bring in colleagues.')}
        action={
          <Button asChild variant="outline">
            <Link to="/welcome">{t('Open the first steps')}</Link>
          </Button>
        }
      />
      <CardContent>
        {me.permissionLevel === 'admin' && (
          <SettingRows label={t('First steps')}>
            <SettingRow label={label} hint={t('They go by themselves once everything is done.')}>
              <Switch
                label={label}
                checked={areShown}
                pending={isPending}
                onChange={(shown) => show(shown)}
              />
            </SettingRow>
          </SettingRows>
        )}
      </CardContent>
    </Card>
  )
}
