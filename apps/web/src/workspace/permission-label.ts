import type { TFunction } from 'i18next'
import type { PermissionLevel } from './port.ts'

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
