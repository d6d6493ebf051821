import type { PermissionLevel } from '@cairn/workspace/port/workspace'
import { useTranslation } from 'react-i18next'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Badge, type BadgeVariant } from '@/ui/display/badge.tsx'

const VARIANTS: Record<PermissionLevel, BadgeVariant> = {
  admin: 'default',
  manager: 'secondary',
  user: 'outline',
  viewer: 'neutral',
}

export function PermissionBadge({ level }: { level: PermissionLevel }) {
  const { t } = useTranslation()
  return (
    <Badge variant={VARIANTS[level]} data-level={level}>
      {permissionLabel(level, t)}
    </Badge>
  )
}
