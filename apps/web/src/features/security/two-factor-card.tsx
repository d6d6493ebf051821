import { Plus, ShieldCheck, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/dates.ts'
import { LoadFailed } from '@/shared/load-failed.tsx'
import { Button } from '@/ui/button.tsx'
import { Card, CardContent, CardHeader } from '@/ui/card.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import type { OwnFactor } from '@/workspace/port/security.ts'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { RowSkeleton } from './card-states.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { useFactors } from './use-security.ts'

/** The second factors of the user: list, add, remove. */
export function TwoFactorCard() {
  const { t } = useTranslation()
  const { data: factors, error, isFetching, refetch } = useFactors()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<OwnFactor | null>(null)
  return (
    <Card aria-busy={!factors && isFetching}>
      <CardHeader
        title={t('Two-factor authentication')}
        description={t(
          'Signing in asks for a code of an app as well. A stolen password alone opens nothing.',
        )}
        action={
          <Button variant="outline" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t('Add authenticator app')}
          </Button>
        }
      />
      <CardContent>
        {!factors && !error && <RowSkeleton label={t('Loading factors...')} />}
        {!factors && error && (
          <LoadFailed
            title={t('Factors could not be loaded')}
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {factors?.length === 0 && (
          <p className="flex items-center gap-2 py-2 text-muted-foreground text-sm">
            <ShieldCheck aria-hidden className="size-4 shrink-0" />
            {t('Not set up yet: your password is all that is asked for.')}
          </p>
        )}
        {factors && factors.length > 0 && (
          <>
            <ul aria-label={t('Two-factor authentication')} className="divide-y">
              {factors.map((factor) => (
                <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoved(factor)} />
              ))}
            </ul>
            <RecoveryCodesRow />
          </>
        )}
      </CardContent>
      <AddFactorDialog open={isAdding} onOpenChange={setAdding} isFirst={factors?.length === 0} />
      <RemoveFactorDialog factor={removed} isLast={factors?.length === 1} onClose={() => setRemoved(null)} />
    </Card>
  )
}

interface FactorRowProps {
  factor: OwnFactor
  onRemove: () => void
}

function FactorRow({ factor, onRemove }: FactorRowProps) {
  const { t, i18n } = useTranslation()
  const kinds = { totp: t('Authenticator app'), phone: t('Phone'), webauthn: t('Security key') }
  const name = factor.name || kinds[factor.kind]
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-success-soft text-success-foreground">
        <Smartphone aria-hidden className="size-4" />
      </span>
      <p className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-medium text-sm">{name}</span>
        <span className="text-muted-foreground text-xs">
          {t('Added {{date}}', { date: formatDate(factor.addedAt, i18n.language) })}
        </span>
      </p>
      <IconButton icon={Trash2} label={t('Remove {{name}}', { name })} onClick={onRemove} />
    </li>
  )
}
