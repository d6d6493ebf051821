import {
  BULK_REASONS,
  type BulkChange,
  type BulkOutcome,
  type BulkPreview,
  type BulkTarget,
} from '@cairn/workspace/port/records/bulk'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import {
  type DeletionOptions,
  hasDeletionOptions,
  NO_DELETION_OPTIONS,
} from '@cairn/workspace/port/records/deletion'
import { retiredStatus } from '@cairn/workspace/rules/retired-status'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { LoadFailed } from '@/shared/loading/load-failed.tsx'
import { useOwnerName } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { DeletionOptionsFields, TypedWord } from '../deletion/deletion-options-fields.tsx'
import { DependentRecords } from '../deletion/dependent-records.tsx'
import { useFields } from '../fields/use-fields.ts'
import { FormNotice } from '../form/form-notice.tsx'
import { fieldName } from '../history/field-name.ts'
import { statusStyle } from '../status-styles.ts'
import { useTagName } from '../tags/use-tags.ts'
import { type BulkWords, bulkWords, reasonText } from './bulk-words.ts'
import { useBulk } from './use-bulk.ts'
import { WhatChanges } from './what-changes.tsx'

interface BulkDialogProps {
  target: BulkTarget
  change: BulkChange
  onClose: () => void
  onDone: () => void
  /** Replaces this change by another one. */
  onInstead: (change: BulkChange) => void
}

/** Says what a change of many records will do and what it leaves out, and does it. */
export function BulkDialog({ target, change, onClose, onDone, onInstead }: BulkDialogProps) {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = usePreview(target, change)
  const [options, setOptions] = useState(NO_DELETION_OPTIONS)
  const [isNumberTyped, setNumberTyped] = useState(false)
  const { leave, question } = useLeaveGuard(hasDeletionOptions(options), onClose)
  // Guests hear at once that nothing is deleted.
  const isMember = useMe().kind === 'member'
  const needsNumber = isMember && (data?.impact.some(({ active }) => active > 0) ?? false)
  const words = bulkWords(change.action, t)
  const bulk = useBulk({ target, change, words, onDone, onRefused: () => void refetch() })
  const title = useTitle(target.kind, change)
  const isUnknown = !data && error !== null
  const refused = () => {
    if (isUnknown) return t('The preview of the changes could not be loaded.')
    if (data?.changes === 0) return words.nothing
    return needsNumber && !isNumberTyped ? t('Type the number first.') : null
  }
  const said = () => {
    if (data) return words.willChange(data)
    return isUnknown ? t('The preview of the changes could not be loaded.') : t('Checking what will change…')
  }
  return (
    <>
      <ConfirmDialog
        open
        onOpenChange={() => leave(onClose)}
        title={title}
        // A screen reader does not announce a change of a plain description.
        description={<span role="status">{said()}</span>}
        confirmLabel={words.confirm}
        destructive={change.action === 'delete'}
        pending={bulk.isPending || isPending || isFetching}
        disabledReason={refused()}
        onConfirm={() => data && bulk.act({ seenAt: data.seenAt, options })}
        alternative={change.action === 'delete' && <RetireInstead kind={target.kind} onInstead={onInstead} />}
      >
        {isUnknown && <LoadFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
        {isPending && <Skeleton className="h-5 w-64 max-w-full" />}
        {data && <WhatChanges kind={target.kind} change={change} preview={data} />}
        {data && <LeftOut outcome={data} words={words} />}
        {data && data.deletes.length > 0 && (
          <Deletion kind={target.kind} preview={data} options={options} onOptions={setOptions}>
            {needsNumber && <TypedNumber number={data.deletes.length} onFit={setNumberTyped} />}
          </Deletion>
        )}
        {bulk.failure && (
          <div className="mt-4">
            <FormNotice title={words.failed} text={bulk.failure} />
          </div>
        )}
      </ConfirmDialog>
      {question}
    </>
  )
}

function RetireInstead({
  kind,
  onInstead,
}: {
  kind: CatalogueKind
  onInstead: (change: BulkChange) => void
}) {
  const { t } = useTranslation()
  return (
    <Button variant="outline" onClick={() => onInstead({ action: 'status', value: retiredStatus(kind) })}>
      {t('Retire instead')}
    </Button>
  )
}

/** Loads the effects of the change, once for each opening of the dialog. */
function usePreview(target: BulkTarget, change: BulkChange) {
  const workspace = useWorkspace()
  return useQuery({
    queryKey: ['bulk', target, change],
    queryFn: () => workspace.bulk.preview(target, change),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface DeletionProps {
  kind: CatalogueKind
  preview: BulkPreview
  options: DeletionOptions
  onOptions: (options: DeletionOptions) => void
  children: ReactNode
}

function TypedNumber({ number, onFit }: { number: number; onFit: (fits: boolean) => void }) {
  const { t } = useTranslation()
  const word = String(number)
  return <TypedWord label={t('Type {{number}} to delete them', { number: word })} word={word} onFit={onFit} />
}

/** The records that depend on the deleted ones, and the options for them. */
function Deletion({ kind, preview: { deletes, impact }, options, onOptions, children }: DeletionProps) {
  return (
    <>
      <DependentRecords groups={impact} inNewTab />
      <DeletionOptionsFields
        kind={kind}
        deleted={deletes}
        hasDependents={impact.some((group) => group.kind !== 'article')}
        options={options}
        onChange={onOptions}
      />
      {children}
    </>
  )
}

function LeftOut({ outcome: { leftOut, examples }, words }: { outcome: BulkOutcome; words: BulkWords }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="flex flex-col gap-2 text-sm empty:hidden">
      {BULK_REASONS.filter((reason) => leftOut[reason] > 0).map((reason) => {
        const names = examples.filter((example) => example.reason === reason).map(({ name }) => name)
        const more = leftOut[reason] - names.length
        return (
          <li key={reason}>
            <p className="font-medium">{reasonText(reason, leftOut[reason], words, t)}</p>
            <p className="wrap-anywhere text-muted-foreground">
              {names.join(', ')}
              {more > 0 && ` +${formatNumber(more, i18n.language)}`}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function useTitle(kind: CatalogueKind, change: BulkChange): string {
  const { t } = useTranslation()
  const fields = useFields(kind)
  const id = typeof change.value === 'string' ? change.value : null
  const person = useOwnerName()(id)
  const tag = useTagName()(id ?? '')
  switch (change.action) {
    case 'owner':
      return change.value === null
        ? t('Leave them without an owner?')
        : t('Make {{person}} their owner?', { person })
    case 'expert':
      return t('Make {{person}} an expert of them?', { person })
    case 'status':
      return t('Set their status to {{status}}?', { status: t(statusStyle(kind, change.value).label) })
    case 'add_tag':
      return t('Add the tag {{tag}}?', { tag })
    case 'remove_tag':
      return t('Remove the tag {{tag}}?', { tag })
    case 'field': {
      const field = fieldName(change.key, t, fields)
      return Object.keys(change.value).length === 0
        ? t('Empty {{field}}?', { field })
        : t('Set {{field}}?', { field })
    }
    case 'delete':
      return t('Delete them?')
  }
}
