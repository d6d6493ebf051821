import { WEBHOOK_OVERLAP_HOURS, type Webhook } from '@cairn/workspace/port/webhooks'
import { EllipsisVertical, Pause, Play, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { useChangeWebhook } from './use-change-webhook.ts'

interface WebhookMenuProps {
  webhook: Webhook
  onRotated: (secret: string) => void
  onDeleted: () => void
}

/** The further actions on a webhook, and the questions before them. */
export function WebhookMenu({ webhook, onRotated, onDeleted }: WebhookMenuProps) {
  const { t } = useTranslation()
  const { id, format, paused } = webhook
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null)
  const isPaused = paused !== null
  const { change: pause } = useChangeWebhook({
    write: (part) => (isPaused ? part.resume(id) : part.pause(id)),
    failed: t('The webhook could not be changed'),
  })
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton icon={EllipsisVertical} label={t('Options of the webhook')} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => pause()}>
            {isPaused ? <Play /> : <Pause />}
            {isPaused ? t('Resume') : t('Pause')}
          </DropdownMenuItem>
          {format === 'standard' && (
            <DropdownMenuItem onSelect={() => setAsked('rotate')}>
              <RotateCw />
              {t('Rotate Secret')}
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem destructive onSelect={() => setAsked('delete')}>
            <Trash2 />
            {t('Delete')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Confirms
        webhook={webhook}
        asked={asked}
        onRotated={onRotated}
        onDeleted={onDeleted}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

interface ConfirmsProps extends WebhookMenuProps {
  asked: 'rotate' | 'delete' | null
  onClose: () => void
}

function Confirms({ webhook: { id, name }, asked, onRotated, onDeleted, onClose }: ConfirmsProps) {
  const { t } = useTranslation()
  const rotate = useChangeWebhook({
    write: (part) => part.rotateSecret(id),
    failed: t('The webhook could not be changed'),
    onDone: onRotated,
    onSettled: onClose,
  })
  const remove = useChangeWebhook({
    write: (part) => part.delete(id),
    failed: t('The webhook could not be deleted'),
    onDone: onDeleted,
    onSettled: onClose,
  })
  return (
    <>
      <ConfirmDialog
        open={asked === 'rotate'}
        onOpenChange={onClose}
        title={t('Rotate the secret?')}
        description={t(
          'You get a new secret. For {{hours}} hours, deliveries are signed with the former one too.',
          {
            hours: WEBHOOK_OVERLAP_HOURS,
          },
        )}
        confirmLabel={t('Rotate Secret')}
        pending={rotate.isChanging}
        onConfirm={() => rotate.change()}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={onClose}
        title={t('Delete the webhook {{name}}?', { name })}
        description={t('Its log goes with it, and so does what waits to be sent. This cannot be undone.')}
        confirmLabel={t('Delete')}
        destructive
        pending={remove.isChanging}
        onConfirm={() => remove.change()}
      />
    </>
  )
}
