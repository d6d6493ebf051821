import { phrase } from '@cairn/workspace/lib/phrase'
import type { Invitation } from '@cairn/workspace/port/invitations'
import { Check, Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '@/lib/hooks/use-copy.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDate } from '@/lib/text/dates.ts'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Badge, type BadgeVariant } from '@/ui/display/badge.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { MailDialog } from './mail-dialog.tsx'
import { NotInvitedActions } from './not-invited.tsx'
import { timeLeft } from './time-left.ts'
import { useInvitationLink } from './use-invitation-link.ts'
import { useInvitationChange } from './use-invitations.ts'

/** An invitation: whom it is for, how it stands, and, while it is open, what can be done with it. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  const { name, sentTo, permissionLevel, status, sentAt, expiresAt, endedAt, inviterName } = invitation
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p dir="auto" className="wrap-anywhere font-medium text-sm">
            {name}
          </p>
          <p className="text-muted-foreground text-xs">
            {status === 'not_sent' ? sentTo : t('Sent to {{address}}', { address: sentTo })} ·{' '}
            {permissionLabel(permissionLevel, t)}
            {inviterName !== null && ` · ${t('by {{name}}', { name: inviterName })}`}
          </p>
          {status !== 'not_sent' && (
            <p className="text-muted-foreground text-xs">
              {status === 'pending' ? (
                t('Expires {{date}}, {{left}}', {
                  date: formatDate(expiresAt, i18n.language),
                  left: timeLeft(expiresAt, nowMs, i18n.language),
                })
              ) : (
                <>
                  {t('Sent')} <Ago date={sentAt} nowMs={nowMs} /> · {t('Ended')}{' '}
                  <Ago date={endedAt} nowMs={nowMs} />
                </>
              )}
            </p>
          )}
        </div>
        <StatusBadge status={status} />
      </div>
      {status === 'pending' && <InvitationActions invitation={invitation} />}
      {status === 'not_sent' && <NotInvitedActions invitation={invitation} />}
    </li>
  )
}

const VARIANTS: Record<Invitation['status'], BadgeVariant> = {
  pending: 'warning',
  not_sent: 'neutral',
  accepted: 'success',
  revoked: 'neutral',
  expired: 'neutral',
}

function StatusBadge({ status }: Pick<Invitation, 'status'>) {
  const { t } = useTranslation()
  const words = {
    pending: phrase('Pending'),
    not_sent: phrase('Not invited yet'),
    accepted: phrase('Accepted'),
    revoked: phrase('Revoked'),
    expired: phrase('Expired'),
  }
  return <Badge variant={VARIANTS[status]}>{t(words[status])}</Badge>
}

function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)
  const { name, id } = invitation
  const { withLink, isAsking } = useInvitationLink(id)
  const { change: renew, isPending: isRenewing } = useInvitationChange({
    write: (invitations, of: string) => invitations.renew(of),
    done: () => ({
      title: t('Invitation sent again'),
      description: t('A new link is on its way. The old one no longer works.'),
    }),
    failed: { title: t('Error sending invitation') },
  })
  return (
    <div className="flex flex-wrap gap-2">
      <CopyLinkButton name={name} isAsking={isAsking} withLink={withLink} />
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Test link for {{name}}', { name })}
        onClick={() => withLink((address) => void window.open(address, '_blank', 'noopener'))}
      >
        {t('Test link')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Get Email for {{name}}', { name })}
        onClick={() => withLink(setLink)}
      >
        <Mail aria-hidden />
        {t('Get Email')}
      </Button>
      <Button
        variant="outline"
        size="sm"
        pending={isRenewing}
        aria-label={t('Resend to {{name}}', { name })}
        onClick={() => renew(id)}
      >
        {t('Resend')}
      </Button>
      <Revoke invitation={invitation} />
      {link !== null && <MailDialog invitation={invitation} link={link} onClose={() => setLink(null)} />}
    </div>
  )
}

interface CopyLinkButtonProps {
  /** Whom the invitation is for. */
  name: string
  isAsking: boolean
  withLink: (use: (address: string) => void) => void
}

function CopyLinkButton({ name, isAsking, withLink }: CopyLinkButtonProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  async function copyLink(address: string) {
    try {
      await copy('link', address)
      toast({ title: t('Link copied') })
    } catch {
      toast({
        variant: 'destructive',
        title: t('Copy failed'),
        description: t('Please copy it manually: {{text}}', { text: address }),
      })
    }
  }
  return (
    <Button
      variant="outline"
      size="sm"
      pending={isAsking}
      aria-label={t('Copy link for {{name}}', { name })}
      onClick={() => withLink((address) => void copyLink(address))}
    >
      {copied === 'link' ? <Check aria-hidden /> : <Link2 aria-hidden />}
      {copied === 'link' ? t('Copied') : t('Copy link')}
    </Button>
  )
}

function Revoke({ invitation: { id, name } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { change: revoke, isPending } = useInvitationChange({
    write: (invitations, of: string) => invitations.revoke(of),
    done: () => ({ title: t('Invitation revoked') }),
    failed: { title: t('Error revoking invitation') },
  })
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Revoke invitation of {{name}}', { name })}
        onClick={() => setAsking(true)}
        className="text-destructive-foreground"
      >
        {t('Revoke')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Revoke the invitation of {{name}}?', { name })}
        description={t('The link stops working. You can invite them again.')}
        confirmLabel={t('Revoke')}
        destructive
        pending={isPending}
        onConfirm={() => revoke(id, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
