import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeVariant } from '@/ui/badge.tsx'
import type { PermissionLevel } from '@/workspace/port.ts'

const VARIANTS: Record<PermissionLevel, BadgeVariant> = {
  admin: 'default',
  manager: 'secondary',
  user: 'outline',
  viewer: 'neutral',
}

/** The name of a permission level. */
export function permissionLabel(level: PermissionLevel, t: TFunction): string {
  switch (level) {
    case 'viewer':
      return t('Viewer')
    case 'user':
      return t('User')
    case 'manager':
      return t('Manager')
    case 'admin':
      return t('Admin')
  }
}

export function PermissionBadge({ level }: { level: PermissionLevel }) {
  const { t } = useTranslation()
  return (
    <Badge variant={VARIANTS[level]} data-level={level}>
      {permissionLabel(level, t)}
    </Badge>
  )
}
