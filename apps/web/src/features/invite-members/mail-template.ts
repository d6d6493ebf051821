import type { Invitation } from '@cairn/workspace/port/invitations'
import type { TFunction } from 'i18next'
import { formatDate } from '@/lib/text/dates.ts'

interface TemplateInput {
  invitation: Pick<Invitation, 'name' | 'sentTo' | 'expiresAt'>
  accountName: string
  inviterName: string | null
  link: string
}

/** A mail that an admin can send by themselves, with the link of an invitation. */
export function mailTemplate(input: TemplateInput, t: TFunction, language: string): string {
  const { invitation, accountName, inviterName, link } = input
  const by = inviterName ?? accountName
  return [
    t('Subject: {{account}} invites you to Cairn', { account: accountName }),
    t('Hello {{name}},', { name: invitation.name }),
    t(
      '{{by}} invites you to join {{account}} on Cairn, where the team keeps track of the systems, automations and AI agents that it runs. Open this link to join:',
      { by, account: accountName },
    ),
    link,
    t(
      'Sign in or sign up with the address that the invitation was sent to ({{address}}). If you got a sign-in link by email, it works once, for 48 hours. The invitation itself is open for 7 days, until {{date}}.',
      { address: invitation.sentTo, date: formatDate(invitation.expiresAt, language) },
    ),
    t('If you did not expect an invitation, you can ignore this email. You join only if you accept.'),
  ].join('\n\n')
}
