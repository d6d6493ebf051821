import { hasRank } from '@cairn/workspace/rules/can'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { BulkInviteDialog } from './bulk-invite-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** For admins: the way to invite people, and to what was sent. */
export function InvitePeople() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'one' | 'several' | null>(null)
  const close = () => setOpen(null)
  if (!hasRank(useMe().permissionLevel, 'admin')) return null
  return (
    <>
      <Button asChild variant="outline">
        <Link to="/profile#invitations">{t('Manage invitations')}</Link>
      </Button>
      <Button variant="outline" onClick={() => setOpen('several')}>
        {t('Invite several people')}
      </Button>
      <Button onClick={() => setOpen('one')}>
        <UserPlus aria-hidden />
        {t('Add Team Member')}
      </Button>
      <InviteDialog open={open === 'one'} onOpenChange={close} />
      <BulkInviteDialog open={open === 'several'} onClose={close} />
    </>
  )
}
