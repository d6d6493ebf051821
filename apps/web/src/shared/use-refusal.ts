import { offered, type Permission } from '@cairn/workspace/rules/can'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'

/**
 * Gives the function that says why a control is disabled for the user or guest, or null when it is enabled:
 * `disabledReason={refusal('change-record', system)}`.
 */
export function useRefusal(): (...permission: Permission) => string | null {
  const { t } = useTranslation()
  const me = useMe()
  return (...permission) => {
    const answer = offered(me, ...permission)
    return answer.allowed ? null : t(answer.reason)
  }
}
