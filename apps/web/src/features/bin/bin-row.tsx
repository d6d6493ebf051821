import type { BinnedRecord, RestoredRecord } from '@cairn/workspace/port/records/bin'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { hasRank } from '@cairn/workspace/rules/can'
import { Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUndoAct } from '@/catalogue/acts/use-undo-act.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { useMe } from '@/queries/context.tsx'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import { useRestoreFromBin } from './use-bin.ts'

const DAY_MS = 86_400_000

interface BinRowProps {
  record: BinnedRecord
  nowMs: number
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onRestored: (record: RestoredRecord) => void
  onFailed: (error: Error) => void
  onPurge: () => void
}

/** A deleted record: what it was, who deleted it when and why, and for how long it can be had back. */
export function BinRow({ record, nowMs, isSelected, onSelect, onPurge, ...whatComes }: BinRowProps) {
  const { t } = useTranslation()
  const { permissionLevel } = useMe()
  const refusal = useRefusal()('create-record', null)
  const restore = useRestoreFromBin(whatComes)
  const undo = useUndoAct()
  const { kind, name, act, mayRestore } = record
  const Icon = KINDS[kind].icon
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      {mayRestore && refusal === null && (
        <input
          type="checkbox"
          aria-label={t('Select {{name}}', { name })}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
          className="mt-2 size-4 shrink-0 accent-primary max-md:size-5"
        />
      )}
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-4" />
      </span>
      <DeletionFacts record={record} nowMs={nowMs} />
      <span className="flex flex-wrap items-center gap-1 max-sm:basis-full">
        {act && act.records > 1 && (
          <Button
            variant="ghost"
            size="sm"
            pending={undo.isPending}
            disabledReason={refusal}
            onClick={() => undo.mutate({ act: act.id })}
          >
            {t('Undo this change')} ({act.records})<span className="sr-only">{name}</span>
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          pending={restore.isPending}
          aria-label={t('Restore {{name}}', { name })}
          disabledReason={refusal ?? (mayRestore ? null : t('You can restore only what you created or own.'))}
          onClick={() => restore.mutate({ id: record.recordId, newName: null })}
        >
          <Undo2 aria-hidden />
          {t('Restore')}
        </Button>
        {hasRank(permissionLevel, 'admin') && (
          <IconButton icon={Trash2} label={t('Delete {{name}} for good', { name })} onClick={onPurge} />
        )}
      </span>
    </li>
  )
}

/** The user who deleted the record, the time and reason, and how long it can be restored. */
function DeletionFacts({ record, nowMs }: Pick<BinRowProps, 'record' | 'nowMs'>) {
  const { t } = useTranslation()
  const { kind, name, deletedBy, deletedAt, expiresAt, reason } = record
  const who = deletedBy === null ? PRODUCT_NAME : personName(deletedBy.name ?? FORMER, t)
  const count = Math.max(0, Math.ceil((expiresAt.getTime() - nowMs) / DAY_MS))
  return (
    <div className="min-w-40 flex-1">
      <p className="wrap-anywhere font-medium text-sm">{name}</p>
      <p className="wrap-anywhere mt-0.5 text-muted-foreground text-xs">
        {t(CATALOGUES[kind].one)} · {t('deleted by {{person}}', { person: who })} ·{' '}
        <Ago date={deletedAt} nowMs={nowMs} /> ·{' '}
        {t('{{count}} days left', { count, defaultValue_one: '{{count}} day left' })}
      </p>
      {reason !== '' && <p className="wrap-anywhere mt-1 text-muted-foreground text-sm">{reason}</p>}
    </div>
  )
}
