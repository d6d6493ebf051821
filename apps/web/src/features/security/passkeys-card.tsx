import type { Passkey } from '@cairn/workspace/port/security'
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys, whyNoPasskeys } from '@/lib/browser/passkey-support.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDate } from '@/lib/text/dates.ts'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RowSkeleton } from './card-states.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { usePasskeys, useSecurityChange } from './use-security.ts'

/** The passkeys of the user: list, add, rename, remove. Not drawn where the server knows none. */
export function PasskeysCard() {
  const { t } = useTranslation()
  const { data: passkeys, error, isFetching, refetch } = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const canAdd = canUsePasskeys()
  if (passkeys === null) return null
  return (
    <Card aria-busy={!passkeys && isFetching}>
      <CardHeader
        title={t('Passkeys')}
        description={t('Sign in with your fingerprint, your face or a device PIN instead of a password.')}
        action={
          canAdd && (
            <Button variant="outline" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {t('Add passkey')}
            </Button>
          )
        }
      />
      <CardContent>
        {!passkeys && !error && <RowSkeleton label={t('Loading passkeys...')} />}
        {!passkeys && error && (
          <LoadFailed
            title={t('Passkeys could not be loaded')}
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!canAdd && <p className="py-2 text-muted-foreground text-sm">{t(whyNoPasskeys())}</p>}
        {passkeys?.length === 0 && canAdd && (
          <p className="flex items-center gap-2 py-2 text-muted-foreground text-sm">
            <Fingerprint aria-hidden className="size-4 shrink-0" />
            {t('You have no passkeys yet.')}
          </p>
        )}
        {passkeys && passkeys.length > 0 && (
          <ShortList label={t('Passkeys')} items={passkeys}>
            {(passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setRenamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
            )}
          </ShortList>
        )}
      </CardContent>
      <AddPasskeyDialog open={isAdding} onOpenChange={setAdding} />
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      <RemovePasskeyDialog passkey={removed} onClose={() => setRemoved(null)} />
    </Card>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey: { name, addedAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-success-soft text-success-foreground">
        <Fingerprint aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="text-muted-foreground text-xs">
          {t('Added {{date}}', { date: formatDate(addedAt, i18n.language) })}
          {' · '}
          {lastUsedAt === null ? (
            t('Not used yet')
          ) : (
            <>
              {t('Last used')} <Ago date={lastUsedAt} nowMs={nowMs} />
            </>
          )}
        </p>
      </div>
      <IconButton icon={Pencil} label={t('Rename {{name}}', { name })} onClick={onRename} />
      <IconButton icon={Trash2} label={t('Remove {{name}}', { name })} onClick={onRemove} />
    </li>
  )
}

/** Asks before a passkey is removed. Null while the dialog is closed. */
function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { change: remove, isPending } = useSecurityChange({
    write: (security, id: string) => security.removePasskey(id),
    done: { title: t('Passkey removed') },
    failed: t('Error removing passkey'),
  })
  return (
    <ConfirmDialog
      open={passkey !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Remove {{name}}?', { name: passkey?.name ?? '' })}
      description={t(
        'You can no longer sign in with it, and devices that used it are signed out. Your device may keep offering it until you delete it there.',
      )}
      confirmLabel={t('Remove')}
      destructive
      pending={isPending}
      onConfirm={async () => {
        if (passkey) await remove(passkey.id)
        onClose()
      }}
    />
  )
}
