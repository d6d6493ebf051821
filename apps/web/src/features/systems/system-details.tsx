import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/dates.ts'
import { Badge } from '@/ui/badge.tsx'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import { useMe } from '@/workspace/context.tsx'
import type { System } from '@/workspace/port/systems.ts'
import { useRefusal } from '@/workspace/use-refusal.ts'
import { ExpertsCard } from './experts-card.tsx'
import { Owner } from './owner.tsx'
import { statusLook } from './system-status.ts'

interface SystemDetailsProps {
  system: System
  onClose: () => void
  onEdit: () => void
  onDelete: () => void
}

/** Everything about one system. */
export function SystemDetails({ system, onClose, onEdit, onDelete }: SystemDetailsProps) {
  const { t, i18n } = useTranslation()
  const isMember = useMe().kind === 'member'
  const refusal = useRefusal()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={system.name}
      aside={system.status && <StatusBadge status={system.status} />}
      wide
      footer={
        <>
          <Button variant="outline" disabledReason={refusal('delete-record', system)} onClick={onDelete}>
            {t('Delete')}
          </Button>
          <Button disabledReason={refusal('change-record', system)} onClick={onEdit}>
            {t('Edit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          <Fact label={t('Description')} wide>
            {system.description ? (
              <p className="wrap-anywhere whitespace-pre-line">{system.description}</p>
            ) : (
              <p className="text-muted-foreground">{t('No description provided')}</p>
            )}
          </Fact>
          <Fact label={t('Owner')}>
            <Owner ownerId={system.ownerId} />
          </Fact>
          <Fact label={t('Created')}>
            <time dateTime={system.createdAt.toISOString()}>
              {formatDateTime(system.createdAt, i18n.language)}
            </time>
          </Fact>
          <Fact label={t('System ID')} wide>
            <code className="wrap-anywhere font-mono text-xs">{system.id}</code>
          </Fact>
        </dl>
        {isMember && <ExpertsCard systemId={system.id} />}
        {Object.keys(system.details).length > 0 && <AdditionalDetails details={system.details} />}
      </div>
    </EntityDialog>
  )
}

interface FactProps {
  label: string
  /** Takes the whole line. */
  wide?: boolean
  children: ReactNode
}

function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={wide ? 'md:col-span-2' : undefined}>
      <dt className="mb-1 text-muted-foreground text-xs">{label}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  )
}

function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation()
  const { label, variant } = statusLook(status)
  return (
    <Badge variant={variant} dot>
      {t(label)}
    </Badge>
  )
}

function AdditionalDetails({ details }: { details: System['details'] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="mb-1 text-muted-foreground text-xs">{t('Additional Details')}</h3>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-muted/50 px-3 py-2.5 font-mono text-xs">
        {JSON.stringify(details, null, 2)}
      </pre>
    </section>
  )
}
