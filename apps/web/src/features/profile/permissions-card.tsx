import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { permissionDescription, permissionLabel } from '@/shared/people/permission-label.ts'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'

/** The permissions of the user or guest, and the people who can change them. */
export function PermissionsCard() {
  const { t } = useTranslation()
  const { kind, permissionLevel } = useMe()
  return (
    <Card>
      <CardHeader title={t('Permissions')} />
      <CardContent className="flex flex-col gap-1.5 text-sm">
        <p>
          {t('Your current permission level is {{label}}', { label: permissionLabel(permissionLevel, t) })}
        </p>
        <p className="text-muted-foreground">{permissionDescription(permissionLevel, t)}</p>
        <p className="text-muted-foreground">
          {kind === 'guest'
            ? t('Guest users are limited to Viewer permissions. Sign up for full access.')
            : t('Contact your administrator to request permission changes.')}
        </p>
      </CardContent>
    </Card>
  )
}
