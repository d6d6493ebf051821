import type { InvitationFacts } from '@cairn/workspace/port/invitation-access'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { Fact } from '@/ui/display/fact.tsx'

interface InvitationFactsListProps {
  facts: Extract<InvitationFacts, { valid: true }>
  children?: ReactNode
}

/** The inviter, the account and the expiry of an invitation. */
export function InvitationFactsList({ facts, children }: InvitationFactsListProps) {
  const { t, i18n } = useTranslation()
  const { accountName, inviterName, expiresAt } = facts
  return (
    <dl className="flex flex-col gap-3 wrap-anywhere">
      <Fact label={t('Account')}>{accountName}</Fact>
      <Fact label={t('Invited by')}>{inviterName ?? t('A former member')}</Fact>
      {children}
      <Fact label={t('Expires')}>{formatDateTime(expiresAt, i18n.language)}</Fact>
    </dl>
  )
}
