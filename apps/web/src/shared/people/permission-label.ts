import { LEVEL_LABELS, type PermissionLevel } from '@cairn/workspace/port/permission-level'
import type { TFunction } from 'i18next'

/** The name of a permission level. */
export function permissionLabel(level: PermissionLevel, t: TFunction): string {
  return t(LEVEL_LABELS[level])
}

/** Describes the permissions of a level. */
export function permissionDescription(level: PermissionLevel, t: TFunction): string {
  switch (level) {
    case 'viewer':
      return t('Can view content but cannot make changes.')
    case 'user':
      return t('Can view and create content.')
    case 'manager':
      return t('Can view, create, and manage content and users.')
    case 'admin':
      return t('Has full access to all features.')
  }
}
