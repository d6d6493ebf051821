import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRecoveryCodesLeft, useSecurityChange } from './use-security.ts'

/** The number of recovery codes that are left, and a button for new ones. */
export function RecoveryCodesRow() {
  const { t } = useTranslation()
  const left = useRecoveryCodesLeft()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { change: makeCodes, isPending } = useSecurityChange({
    write: (security) => security.newRecoveryCodes(),
    failed: t('Error creating recovery codes'),
    makesStale: securityQueries.recoveryCodesLeft(useWorkspace()).queryKey,
  })

  async function make() {
    setCodes(await makeCodes(undefined))
    setAsking(false)
  }

  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t pt-3 text-sm">
      <p className="min-h-5 text-muted-foreground">
        {left !== null &&
          t('{{count}} recovery codes left for signing in without the app.', {
            count: left,
            defaultValue_one: '{{count}} recovery code left for signing in without the app.',
          })}
      </p>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        {t('New recovery codes')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('Create new recovery codes?')}
        description={t('Your current codes stop working.')}
        confirmLabel={t('Create new codes')}
        pending={isPending}
        onConfirm={() => void make()}
      />
      <EntityDialog
        open={codes !== null}
        onOpenChange={(open) => !open && setCodes(null)}
        title={t('Recovery codes')}
        footer={<Button onClick={() => setCodes(null)}>{t('Done')}</Button>}
      >
        <RecoveryCodes codes={codes ?? []} />
      </EntityDialog>
    </div>
  )
}
